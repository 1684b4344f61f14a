// expect: FALSE
// why: What is read right away is what is in the table.
#include <assert.h>
#include <ctype.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    const unsigned short *classes = *__ctype_b_loc();
    const int *lower = *__ctype_tolower_loc();
    const int *upper = *__ctype_toupper_loc();
    int c = __VERIFIER_nondet_int();
    if (c >= -128 && c < 256)
        assert(classes[c] == (*__ctype_b_loc())[c] && lower[c] == (*__ctype_tolower_loc())[c]
               && upper[c] == (*__ctype_toupper_loc())[c]
               && (c < -1 || upper[c] == tolower(c)));
    return 0;
}
