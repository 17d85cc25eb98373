// For the assembler file of a library that is loaded late. It says which late_library that is (LATE_LIBRARY) before it includes
// this, and makes a symbol of each line of its list: LATE_TRAMPOLINE(symbol, function) goes on to the function, which late_find
// looks up at the first call. The arguments of any signature are passed on, variadic ones too, for what is in registers is kept
// and the stack is as it was.
#include "late_platform.h"

#ifdef CAMEO_LATE_LIBRARIES

#if defined(__x86_64__)
  .macro late_jump function
  movq \function(%rip), %r11
  testq %r11, %r11
  je 1f
  jmpq *%r11
1:
  leaq \function(%rip), %r11
  jmp late_bind
  .endm
#else
  .macro late_jump function
  adrp x17, \function
  add x17, x17, :lo12:\function
  ldr x16, [x17]
  cbz x16, 1f
  br x16
1:
  b late_bind
  .endm
#endif

// The record is a late_function, as late.c has it.
  .macro late_trampoline symbol, function
  .pushsection .rodata.str1.1, "aMS", %progbits, 1
.Lname\@:
  .asciz "\function"
  .popsection
  .pushsection .data
  .balign 8
.Lfunction\@:
  .quad 0, .Lname\@, LATE_LIBRARY
  .popsection
  .globl \symbol
  .hidden \symbol
  .type \symbol, %function
\symbol:
  late_jump .Lfunction\@
  .size \symbol, . - \symbol
  .endm

#define LATE_TRAMPOLINE(symbol, function) late_trampoline symbol, function

  .section .note.GNU-stack, "", %progbits
  .text

#else
#define LATE_TRAMPOLINE(symbol, function)
#endif
