// expect: TRUE
// why: empty branches

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x != 0) ; else
        __VERIFIER_assert(x == 0);
    if (x == 1) {
    }
    return 0;
}
