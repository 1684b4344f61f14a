// expect: FALSE
// why: a switch over 64 bits does not look at the lower half only

extern void __VERIFIER_assert(int);

int main(void)
{
    long long x = 1LL;
    int r = 0;
    switch (x) {
    case 1: r = 1;
    }
    __VERIFIER_assert(r == 0);
    return 0;
}
