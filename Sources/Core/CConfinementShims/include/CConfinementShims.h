// Lets the calling process give up what it does not need, by Landlock (landlock(7), Linux 5.13) and seccomp(2).
//
// No library is used, and no process is started. Sources/Launcher confines other programs; this confines its caller.
#ifndef CAMEO_CONFINEMENT_SHIMS_H
#define CAMEO_CONFINEMENT_SHIMS_H

#include <stdbool.h>
#include <stddef.h>

/// What may be done with a path, and with everything below it.
enum confinement_shim_right {
  confinement_shim_read,    ///< files are read and folders listed
  confinement_shim_use,     ///< files that exist are read and written
  confinement_shim_write,   ///< besides, files are made, renamed and removed, and folders are made
  confinement_shim_unnamed  ///< unnamed files are made; files with names only where the file system needs that
};

struct confinement_shim_path {
  const char *path;
  enum confinement_shim_right right;
};

/// The step that failed.
enum confinement_shim_step {
  confinement_shim_done,
  confinement_shim_privileges,  ///< prctl(PR_SET_NO_NEW_PRIVS), capset
  confinement_shim_landlock,    ///< landlock_create_ruleset and the calls after it
  confinement_shim_threads,     ///< other threads run, and Landlock holds for this one only
  confinement_shim_seccomp      ///< seccomp(SECCOMP_SET_MODE_FILTER)
};

/// The number of threads of this process; 0 where /proc is missing.
int confinement_shim_thread_count(void);

/// The version of Landlock that the kernel has; 0 where it is missing or switched off.
int confinement_shim_landlock_version(void);

/// Confines this process for the rest of its life. Each step is tried, whether or not another one fails: the result is
/// the first step that failed, and `errno` its reason.
///
/// A path that does not exist is skipped. Without `files` all paths stay as they are. With `programs`, programs may be
/// started, and they inherit what is denied.
enum confinement_shim_step confinement_shim_apply(
  const struct confinement_shim_path *paths, size_t count, bool files, bool programs);

#endif
