// expect: FALSE
// why: GNU case ranges

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int x = __VERIFIER_nondet_int(), r = 0;
    switch (x) {
    case 3 ... 6: r = 1; break;
    case -2: r = 2;
    }
    if (x >= 3 && x <= 7)
        __VERIFIER_assert(r == 1);
    return 0;
}
