// expect: FALSE
// why: without a match and without default the body is skipped

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int x = __VERIFIER_nondet_int(), r = 0;
    switch (x) {
    case 1: case 2: case 3: r = 1;
    }
    if (x > 2)
        __VERIFIER_assert(r == 0);
    return 0;
}
