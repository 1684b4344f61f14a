// expect: UNKNOWN: choice by the type of a bit-field
// why: for GCC a bit-field has a type of its own, which no association has; for Clang the declared one

extern void __VERIFIER_assert(int);

struct flags { unsigned low : 3; unsigned all : 32; };

int main(void)
{
    struct flags f = {1, 2};
    __VERIFIER_assert(_Generic(f.all, unsigned: 1, default: 2) == 1);
    __VERIFIER_assert(_Generic(f.low, int: 1, default: 2) == 2);
    __VERIFIER_assert(_Generic(f.low, unsigned: 1, default: 2) == 1);
    return 0;
}
