// expect: TRUE
// engine bmc: UNKNOWN
// engine kind: UNKNOWN
// engine ic3cfa: UNKNOWN
// engine ic3: UNKNOWN
// why: the run is the same for a while, then a branch asks an input, too

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < 40; i++)
        sum += i;
    unsigned char low = (unsigned char)(x | 1);
    __VERIFIER_assert((low & 1) == 1);
    if ((low & 2) && sum == 781)
        __VERIFIER_assert(0);
    return 0;
}
