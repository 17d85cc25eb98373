#include "CCryptoShims.h"

#include <CLazyBinding.h>
// The functions of SHA-256 are marked as deprecated: docs/decisions/0041-system-sqlite-and-libcrypto.md.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <limits.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <stdlib.h>

// The functions of libcrypto that are called.
#define CRYPTO_FUNCTIONS(X)                                                                                 \
  X(SHA256_Init) X(SHA256_Update) X(SHA256_Final) X(CRYPTO_memcmp)                                          \
  X(EVP_MD_CTX_new) X(EVP_MD_CTX_free) X(EVP_DigestInit_ex) X(EVP_DigestUpdate) X(EVP_DigestFinal_ex)       \
  X(EVP_md5) X(EVP_sha1) X(EVP_sha256) X(EVP_sha384) X(EVP_sha512)                                          \
  X(EVP_CIPHER_CTX_new) X(EVP_CIPHER_CTX_free) X(EVP_CIPHER_CTX_set_padding) X(EVP_CipherInit_ex)           \
  X(EVP_CipherUpdate) X(EVP_CipherFinal_ex) X(EVP_aes_128_cbc) X(EVP_aes_256_cbc)

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

static const EVP_MD *kind_of_hash(crypto_shim_hash_kind kind) {
  switch (kind) {
    case crypto_shim_md5: return lib.EVP_md5();
    case crypto_shim_sha1: return lib.EVP_sha1();
    case crypto_shim_sha256_kind: return lib.EVP_sha256();
    case crypto_shim_sha384: return lib.EVP_sha384();
    case crypto_shim_sha512: return lib.EVP_sha512();
  }
  return NULL;
}

void *crypto_shim_hash_create(crypto_shim_hash_kind kind) {
  if (crypto_shim_load()) return NULL;
  const EVP_MD *type = kind_of_hash(kind);
  EVP_MD_CTX *hash = lib.EVP_MD_CTX_new();
  if (hash && type && lib.EVP_DigestInit_ex(hash, type, NULL) == 1) return hash;
  lib.EVP_MD_CTX_free(hash);
  return NULL;
}

int crypto_shim_hash_update(void *hash, const void *bytes, size_t count) {
  return lib.EVP_DigestUpdate(hash, bytes, count) == 1;
}

size_t crypto_shim_hash_finish(void *hash, uint8_t *digest) {
  unsigned int count = 0;
  return lib.EVP_DigestFinal_ex(hash, digest, &count) == 1 ? count : 0;
}

void crypto_shim_hash_destroy(void *hash) { lib.EVP_MD_CTX_free(hash); }

int crypto_shim_aes_cbc(const uint8_t *key, size_t key_count, const uint8_t *initial, int encrypts,
                        const uint8_t *input, size_t count, uint8_t *output) {
  if (crypto_shim_load() || count > INT_MAX || count % 16 || (key_count != 16 && key_count != 32)) return 0;
  const EVP_CIPHER *type = key_count == 16 ? lib.EVP_aes_128_cbc() : lib.EVP_aes_256_cbc();
  EVP_CIPHER_CTX *cipher = lib.EVP_CIPHER_CTX_new();
  if (!cipher) return 0;
  int written = 0, rest = 0;
  // EVP_CipherFinal_ex may write up to a block, but has none left without padding.
  uint8_t block[16];
  int ok = lib.EVP_CipherInit_ex(cipher, type, NULL, key, initial, encrypts) == 1 &&
           lib.EVP_CIPHER_CTX_set_padding(cipher, 0) == 1 &&
           lib.EVP_CipherUpdate(cipher, output, &written, input, (int)count) == 1 &&
           lib.EVP_CipherFinal_ex(cipher, block, &rest) == 1 && (size_t)written == count;
  lib.EVP_CIPHER_CTX_free(cipher);
  return ok;
}
