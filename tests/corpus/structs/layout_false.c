// expect: FALSE
// why: padding, alignment, offsets

#include <stddef.h>

extern void __VERIFIER_assert(int);

struct s { char a; int b; char c; short d; };
int main(void)
{
    __VERIFIER_assert(sizeof(struct s) == 12 && offsetof(struct s, b) == 4);
    __VERIFIER_assert(offsetof(struct s, c) == 8 && offsetof(struct s, d) == 9);
    __VERIFIER_assert(_Alignof(struct s) == 4 && _Alignof(char) == 1);
    return 0;
}
