// expect: FALSE
// native: skip
// why: an error that comes before the unsupported construct is still found

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
extern void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x == 5)
        reach_error();
    __asm__ volatile ("incl %0" : "+r"(x));
    __VERIFIER_assert(x != 7);
    return 0;
}
