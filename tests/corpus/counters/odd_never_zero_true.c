// expect: TRUE
// why: an odd number plus even inputs is never 0

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int y = 1;
    while (1) {
        __VERIFIER_assert(y != 0);
        y = y + 2 * __VERIFIER_nondet_int();
    }
}
