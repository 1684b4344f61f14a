// expect: FALSE
// why: The tables may be kept in variables, and are as in the C locale from -128 on.
#include <assert.h>
#include <ctype.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    const unsigned short *classes = *__ctype_b_loc();
    const int *lower = *__ctype_tolower_loc();
    const int **upper = __ctype_toupper_loc();
    assert(classes['7'] & _ISdigit);
    assert(classes[-128] == 0 && classes[255] == 0);
    assert(lower['A'] == 'a' && lower['a'] == 'a' && (*upper)['z'] == 'Z');
    assert(lower[-1] == -1 && lower[-2] == -2 && (*upper)[-128] == 128);
    return 0;
}
