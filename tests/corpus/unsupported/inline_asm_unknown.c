// expect: UNKNOWN: assembly
// why: inline assembly

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 1;
    __asm__ volatile ("incl %0" : "+r"(x));
    __VERIFIER_assert(x == 2);
    return 0;
}
