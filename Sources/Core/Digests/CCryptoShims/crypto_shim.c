#include "CCryptoShims.h"

#include <CLazyBinding.h>
// The functions of SHA-256 are marked as deprecated: docs/decisions/0041-system-sqlite-and-libcrypto.md.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/crypto.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <stdlib.h>

// The functions of libcrypto that are called.
#define CRYPTO_FUNCTIONS(X) X(SHA256_Init) X(SHA256_Update) X(SHA256_Final) X(CRYPTO_memcmp)

static struct { CRYPTO_FUNCTIONS(LAZY_POINTER) } lib;
static lazy_library libcrypto = LAZY_LIBRARY("libcrypto.so.3", lib, CRYPTO_FUNCTIONS);

_Static_assert(sizeof(SHA256_CTX) <= sizeof(crypto_shim_sha256), "the caller's memory is too small");

const char *crypto_shim_load(void) { return lazy_bind(&libcrypto); }

void crypto_shim_start(crypto_shim_sha256 *hash) {
  const char *problem = crypto_shim_load();
  if (problem) {
    fprintf(stderr, "libcrypto cannot be loaded: %s\n", problem);
    exit(1);
  }
  lib.SHA256_Init((SHA256_CTX *)hash);
}

void crypto_shim_update(crypto_shim_sha256 *hash, const void *bytes, size_t count) {
  lib.SHA256_Update((SHA256_CTX *)hash, bytes, count);
}

void crypto_shim_finish(crypto_shim_sha256 *hash, uint8_t *digest) {
  lib.SHA256_Final(digest, (SHA256_CTX *)hash);
}

int crypto_shim_are_equal(const uint8_t *one, const uint8_t *other, size_t count) {
  return lib.CRYPTO_memcmp(one, other, count) == 0;
}
