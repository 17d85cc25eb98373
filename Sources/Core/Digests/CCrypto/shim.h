// The functions of SHA-256 are marked as deprecated: docs/decisions/0041-system-sqlite-and-libcrypto.md.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/crypto.h>
#include <openssl/sha.h>
