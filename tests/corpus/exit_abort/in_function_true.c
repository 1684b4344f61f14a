// expect: TRUE
// why: exit in a callee ends the whole run

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

extern void exit(int);
static void check(int ok)
{
    if (!ok)
        exit(1);
}
int main(void)
{
    int x = __VERIFIER_nondet_int();
    check(x < 100);
    __VERIFIER_assert(x < 100);
    return 0;
}
