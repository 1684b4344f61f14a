// expect: TRUE
// why: abs from the library

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

extern int abs(int);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > -1000 && x < 1000)
        __VERIFIER_assert(abs(x) < 1000);
    return 0;
}
