// expect: TRUE
// check: bounds,pointer
// native: skip
// why: Values of char and unsigned char are inside of the table.
#include <assert.h>
#include <ctype.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int c = __VERIFIER_nondet_int();
    return c >= -128 && c <= 255 && isdigit(c) != 0;
}
