#ifndef CAMEO_CCURL_SHIMS_H
#define CAMEO_CCURL_SHIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Loads libcurl unless that was done before. Any thread may call it. Returns NULL on success, otherwise the loader's
/// message; `curl_shim_get` may not be called then. C: `curl_global_init`.
const char *curl_shim_load(void);

/// Whether the file has certificates (PEM) that `curl_shim_get` can use. Also false if libcrypto cannot be loaded.
/// C: `X509_STORE_load_file`.
bool curl_shim_has_certificates(const char *path);

/// What `curl_shim_get` calls, on its thread, with the context.
typedef struct {
  void *context;
  /// Takes a line of the head with its end, also of an informational answer, and lines after the body. Another result
  /// than `count` ends the request. C: `CURLOPT_HEADERFUNCTION`.
  size_t (*take_line)(char *bytes, size_t one, size_t count, void *context);
  /// The same for a part of the body. C: `CURLOPT_WRITEFUNCTION`.
  size_t (*take_body)(char *bytes, size_t one, size_t count, void *context);
  /// Another result than 0 ends the request. It is called at least once a second. C: `CURLOPT_XFERINFOFUNCTION`.
  int (*is_cancelled)(void *context, int64_t, int64_t, int64_t, int64_t);
  /// Whether an address, as `getnameinfo` writes it, may be connected to. C: `CURLOPT_OPENSOCKETFUNCTION`.
  bool (*may_connect)(void *context, const char *address);
} curl_shim_calls;

/// How a request ended.
typedef enum {
  curl_shim_done,         ///< with all of the answer
  curl_shim_late,         ///< the time was over
  curl_shim_untrusted,    ///< no TLS connection
  curl_shim_broken,       ///< the answer is not valid HTTP, or ended early; or a callback ended the request
  curl_shim_unreachable,  ///< no connection
} curl_shim_end;

/// Asks for a document by GET, HTTP/1.1 and, for https, TLS 1.2 or later. Follows no redirect, unpacks nothing, and
/// uses no proxy, cookies or netrc. Blocks until the answer was read. C: `curl_easy_perform`.
///
/// - origin: scheme, host and port, with a slash at the end.
/// - target: path and query, which are sent as they are.
/// - addresses: HOST:PORT:ADDRESS,ADDRESS; NULL if the host is an address. No name is looked up.
/// - authorities: a file of certificates that are trusted besides the system's; or NULL.
curl_shim_end curl_shim_get(
    const curl_shim_calls *calls, const char *origin, const char *target, const char *addresses, const char *agent,
    const char *authorities, long connect_milliseconds, long milliseconds);

#endif
