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

#endif
