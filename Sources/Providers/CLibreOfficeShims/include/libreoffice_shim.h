// LibreOffice as a library (LibreOfficeKit), in a process of its own that makes PDF of office documents.
#ifndef CAMEO_CLIBREOFFICE_SHIMS_H
#define CAMEO_CLIBREOFFICE_SHIMS_H

#include <stdbool.h>

/// Whether LibreOffice is installed where a sandbox shows it.
bool libreoffice_shim_is_installed(void);

/// Runs macros of Basic in LibreOffice until standard input ends. The process must have one thread, and must end by
/// `_exit` afterwards.
///
/// Standard output gets `ready` and a line feed when LibreOffice has started, and `done` and a line feed after each
/// macro. A line of standard input is `SECONDS MACRO`: a macro with its arguments, and the time after which the process
/// is ended (SIGALRM). What LibreOffice prints is dropped.
///
/// - `folder`: where LibreOffice may write. Its profile, with the macros, is in `profile`. After `ready`, everything in
///   the folder may be removed while no macro runs.
/// - `first`: a macro that is run at the start.
/// - `data_bytes`: the most memory (RLIMIT_DATA). LibreOffice ends if it needs more.
///
/// Returns the exit status: 0, or 1 if LibreOffice cannot be loaded or does not know a macro.
int libreoffice_shim_serve(const char *folder, const char *first, unsigned long data_bytes);

#endif
