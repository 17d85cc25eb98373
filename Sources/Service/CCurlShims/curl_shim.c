#define _GNU_SOURCE
#include "CCurlShims.h"

#include <CLazyBinding.h>
#include <netdb.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>

// The interface of libcurl.so.4 (7.64 or later), and what is used of OpenSSL 3. With them here, a build needs no header
// of a library that is only loaded, and not one of libcurl's packages for development, which exclude each other.
typedef void CURL;
struct curl_slist {
  const char *data;
  struct curl_slist *next;
};
struct curl_sockaddr {
  int family, socktype, protocol;
  unsigned int addrlen;
  struct sockaddr addr;
};
int curl_global_init(long flags);
CURL *curl_easy_init(void);
int curl_easy_setopt(CURL *curl, int option, ...);
int curl_easy_perform(CURL *curl);
void curl_easy_cleanup(CURL *curl);
enum { CURL_GLOBAL_DEFAULT = 3, CURL_SOCKET_BAD = -1 };
enum { CURLPROTO_HTTP = 1, CURLPROTO_HTTPS = 2, CURL_HTTP_VERSION_1_1 = 2, CURL_SSLVERSION_TLSv1_2 = 6 };
enum {
  CURLOPT_SSLVERSION = 32, CURLOPT_NOPROGRESS = 43, CURLOPT_HTTP_VERSION = 84, CURLOPT_NOSIGNAL = 99,
  CURLOPT_TIMEOUT_MS = 155, CURLOPT_CONNECTTIMEOUT_MS = 156, CURLOPT_PROTOCOLS = 181, CURLOPT_HTTP09_ALLOWED = 285,
  CURLOPT_WRITEDATA = 10001, CURLOPT_URL = 10002, CURLOPT_PROXY = 10004, CURLOPT_USERAGENT = 10018,
  CURLOPT_HTTPHEADER = 10023, CURLOPT_HEADERDATA = 10029, CURLOPT_XFERINFODATA = 10057, CURLOPT_CAINFO = 10065,
  CURLOPT_CAPATH = 10097, CURLOPT_OPENSOCKETDATA = 10164, CURLOPT_RESOLVE = 10203, CURLOPT_REQUEST_TARGET = 10266,
  CURLOPT_WRITEFUNCTION = 20011, CURLOPT_HEADERFUNCTION = 20079, CURLOPT_OPENSOCKETFUNCTION = 20163,
  CURLOPT_XFERINFOFUNCTION = 20219,
};
enum {
  CURLE_OK = 0, CURLE_FAILED_INIT = 2, CURLE_COULDNT_RESOLVE_HOST = 6, CURLE_COULDNT_CONNECT = 7,
  CURLE_OPERATION_TIMEDOUT = 28, CURLE_SSL_CONNECT_ERROR = 35, CURLE_SSL_CIPHER = 59,
  CURLE_PEER_FAILED_VERIFICATION = 60, CURLE_SSL_CACERT_BADFILE = 77,
};
typedef void X509_STORE;
X509_STORE *X509_STORE_new(void);
int X509_STORE_load_file(X509_STORE *store, const char *path);
void X509_STORE_free(X509_STORE *store);

// The functions that are called.
#define CURL_FUNCTIONS(X) \
  X(curl_global_init) X(curl_easy_init) X(curl_easy_setopt) X(curl_easy_perform) X(curl_easy_cleanup)
#define STORE_FUNCTIONS(X) X(X509_STORE_new) X(X509_STORE_load_file) X(X509_STORE_free)

static struct { CURL_FUNCTIONS(LAZY_POINTER) } lib;
static lazy_library libcurl = LAZY_LIBRARY("libcurl.so.4", lib, CURL_FUNCTIONS);
static struct { STORE_FUNCTIONS(LAZY_POINTER) } store_lib;
static lazy_library libcrypto = LAZY_LIBRARY("libcrypto.so.3", store_lib, STORE_FUNCTIONS);

static void start(void) { lib.curl_global_init(CURL_GLOBAL_DEFAULT); }

const char *curl_shim_load(void) {
  const char *problem = lazy_bind(&libcurl);
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  if (!problem) pthread_once(&once, start);
  return problem;
}

bool curl_shim_has_certificates(const char *path) {
  if (lazy_bind(&libcrypto)) return false;
  X509_STORE *store = store_lib.X509_STORE_new();
  bool has_some = store && store_lib.X509_STORE_load_file(store, path) == 1;
  store_lib.X509_STORE_free(store);
  return has_some;
}

static int open_socket(void *context, int purpose, struct curl_sockaddr *address) {
  (void)purpose;
  const curl_shim_calls *calls = context;
  char text[NI_MAXHOST];
  if (getnameinfo(&address->addr, address->addrlen, text, sizeof text, NULL, 0, NI_NUMERICHOST)) return CURL_SOCKET_BAD;
  if (!calls->may_connect(calls->context, text)) return CURL_SOCKET_BAD;
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

curl_shim_end curl_shim_get(
    const curl_shim_calls *calls, const char *origin, const char *target, const char *addresses, const char *agent,
    const char *authorities, long connect_milliseconds, long milliseconds) {
  CURL *curl = lib.curl_easy_init();
  if (!curl) return curl_shim_unreachable;
  struct curl_slist close = {"Connection: close", NULL}, fields = {"Accept-Encoding: identity", &close};
  struct curl_slist resolved = {addresses, NULL};
  int code = CURLE_OK;
  // An option that a version does not have ends the request: none is left out.
#define SET(option, value) \
  if (code == CURLE_OK) code = lib.curl_easy_setopt(curl, CURLOPT_##option, value)
  SET(URL, origin);
  SET(REQUEST_TARGET, target);
  SET(RESOLVE, addresses ? &resolved : NULL);
  SET(OPENSOCKETFUNCTION, open_socket);
  SET(OPENSOCKETDATA, calls);
  // Not CURLOPT_PROTOCOLS_STR, which is younger.
  SET(PROTOCOLS, strncmp(origin, "https:", 6) ? (long)CURLPROTO_HTTP : (long)CURLPROTO_HTTPS);
  // Empty: none, whatever the environment says.
  SET(PROXY, "");
  SET(HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
  SET(HTTP09_ALLOWED, 0L);
  SET(USERAGENT, agent);
  SET(HTTPHEADER, &fields);
  SET(SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
  // The system's authorities are found by their names, and are not all read for each connection.
  SET(CAPATH, "/etc/ssl/certs");
  SET(CAINFO, authorities);
  SET(HEADERFUNCTION, calls->take_line);
  SET(HEADERDATA, calls->context);
  SET(WRITEFUNCTION, calls->take_body);
  SET(WRITEDATA, calls->context);
  SET(XFERINFOFUNCTION, calls->is_cancelled);
  SET(XFERINFODATA, calls->context);
  SET(NOPROGRESS, 0L);
  SET(NOSIGNAL, 1L);
  SET(CONNECTTIMEOUT_MS, connect_milliseconds);
  SET(TIMEOUT_MS, milliseconds);
#undef SET
  code = code == CURLE_OK ? lib.curl_easy_perform(curl) : CURLE_FAILED_INIT;
  lib.curl_easy_cleanup(curl);
  switch (code) {
    case CURLE_OK: return curl_shim_done;
    case CURLE_OPERATION_TIMEDOUT: return curl_shim_late;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CIPHER:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE: return curl_shim_untrusted;
    case CURLE_FAILED_INIT:
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT: return curl_shim_unreachable;
    default: return curl_shim_broken;
  }
}
