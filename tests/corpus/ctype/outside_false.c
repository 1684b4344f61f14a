// expect: FALSE
// check: bounds,pointer
// native: skip
// why: Characters outside of the table are subscripts outside of an array.
#include <assert.h>
#include <ctype.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int c = __VERIFIER_nondet_int();
    return isdigit(c) != 0;
}
