// expect: UNKNOWN: assembly
// why: an unsupported construct that some run gets to matters

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 10)
        return 0;
    if (x > 9) {
        __asm__ volatile ("incl %0" : "+r"(x));
        __VERIFIER_assert(x > 1);
    }
    return 0;
}
