// What a process could do to the one that forked it, each tried.
#ifndef CTRESPASS_H
#define CTRESPASS_H

/// The name of an attempt, counted from 0; NULL behind the last.
const char *trespass_name(int number);

/// Whether an attempt on a process succeeds.
int trespass(int number, int process);

/// prctl(PR_SET_NO_NEW_PRIVS): 0, or -1.
int trespass_forgo_privileges(void);

#endif
