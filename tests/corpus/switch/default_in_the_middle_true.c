// expect: TRUE
// why: default may stand anywhere, and falls through like a case

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int x = __VERIFIER_nondet_int(), r = 0;
    switch (x) {
    case 1: r = 1; break;
    default: r = 10;
    case 5: r += 100;
    }
    __VERIFIER_assert(r == 1 || r == 110 || (x == 5 && r == 100));
    return 0;
}
