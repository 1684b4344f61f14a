// expect: FALSE
// why: operands of a barrier are evaluated once

extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 1;
    __asm__ volatile("" : : "r"(x++) : "memory");
    __VERIFIER_assert(x == 1);
    return 0;
}
