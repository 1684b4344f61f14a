// expect: UNKNOWN: assembly
// why: an operand that is only written gets what is in its register

extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 1;
    __asm__ volatile("" : "=r"(x));
    __VERIFIER_assert(x == 1);
    return 0;
}
