#include <sqlite3.h>
#include <stddef.h>

// SQLite copies the bytes. Swift does not see SQLITE_TRANSIENT, which is a cast. Swift also has no address for an empty
// array, and SQLite would take that for NULL.

static inline int sqlite_shim_bind_text(sqlite3_stmt *statement, int index, const void *bytes, size_t count) {
  return sqlite3_bind_text64(statement, index, count ? bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int sqlite_shim_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, size_t count) {
  return sqlite3_bind_blob64(statement, index, count ? bytes : "", count, SQLITE_TRANSIENT);
}
