// What a fork server needs and Swift does not offer: fork(2), and what the forked process gives up before it sees a document.
//
// The forked process must not be able to touch the server, or it could reach the next document by it. No function prints.
#ifndef CAMEO_CFORKSERVER_H
#define CAMEO_CFORKSERVER_H

/// Whether the kernel has what `fork_server_confine` needs: Landlock, and privileges that no program brings back (landlock(7), prctl(2)).
int fork_server_is_possible(void);

/// fork(2): 0 in the new process, its number in the old one, -1 with errno set. The caller must have one thread.
int fork_server_fork(void);

/// Called by the new process: from here on it can start threads, but no process and no program; send no signal, and set no limit and no
/// priority but its own; and not look into the server (a Landlock domain below the server's: its memory and descriptors in /proc,
/// ptrace(2)).
///
/// 0, or -1 with errno set: then the process must end.
int fork_server_confine(void);

#endif
