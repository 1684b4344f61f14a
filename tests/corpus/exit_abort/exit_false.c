// expect: FALSE
// why: exit ends the run

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

extern void exit(int);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 0)
        x++;
    __VERIFIER_assert(x <= 0);
    return 0;
}
