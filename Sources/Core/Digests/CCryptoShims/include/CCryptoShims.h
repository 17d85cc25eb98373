#ifndef CAMEO_CCRYPTO_SHIMS_H
#define CAMEO_CCRYPTO_SHIMS_H

#include <stddef.h>
#include <stdint.h>

/// Loads libcrypto unless that was done before. Any thread may call it. Returns NULL on success, otherwise the loader's
/// message; the other functions may not be called then.
const char *crypto_shim_load(void);

/// A hash that bytes are added to, in memory of the caller. C: `SHA256_CTX`.
typedef struct {
  uint64_t memory[16];
} crypto_shim_sha256;

/// C: `SHA256_Init`. Loads libcrypto, and ends the process where that fails.
void crypto_shim_start(crypto_shim_sha256 *hash);

/// C: `SHA256_Update`.
void crypto_shim_update(crypto_shim_sha256 *hash, const void *bytes, size_t count);

/// Writes the 32 bytes of the hash. C: `SHA256_Final`.
void crypto_shim_finish(crypto_shim_sha256 *hash, uint8_t *digest);

/// Whether bytes are equal, in a time that depends on their number alone. C: `CRYPTO_memcmp`.
int crypto_shim_are_equal(const uint8_t *one, const uint8_t *other, size_t count);

/// The kinds of hashes that files have.
typedef enum {
  crypto_shim_md5,
  crypto_shim_sha1,
  crypto_shim_sha256_kind,
  crypto_shim_sha384,
  crypto_shim_sha512,
} crypto_shim_hash_kind;

/// The largest hash in bytes.
#define CRYPTO_SHIM_MAX_HASH 64

/// A hash of a kind that bytes are added to; NULL where libcrypto cannot be loaded, or does not have it.
/// C: `EVP_DigestInit_ex`.
void *crypto_shim_hash_create(crypto_shim_hash_kind kind);

/// Adds bytes. Returns 1 on success. C: `EVP_DigestUpdate`.
int crypto_shim_hash_update(void *hash, const void *bytes, size_t count);

/// Writes the hash, at most CRYPTO_SHIM_MAX_HASH bytes. Returns their number, 0 for a failure. C: `EVP_DigestFinal_ex`.
size_t crypto_shim_hash_finish(void *hash, uint8_t *digest);

/// C: `EVP_MD_CTX_free`.
void crypto_shim_hash_destroy(void *hash);

/// Encrypts or decrypts whole blocks of 16 bytes with AES in CBC mode, without padding. `key` has 16 or 32 bytes,
/// `initial` 16, and `output` as many as the input. Returns 1 on success. C: `EVP_CipherUpdate`.
int crypto_shim_aes_cbc(const uint8_t *key, size_t key_count, const uint8_t *initial, int encrypts,
                        const uint8_t *input, size_t count, uint8_t *output);

#endif
