// expect: FALSE
// native: skip
// why: an error on a path around the unsupported construct is still found

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 0)
        __asm__ volatile ("incl %0" : "+r"(x));
    else
        reach_error();
    return 0;
}
