// expect: FALSE
// why: an empty template executes nothing, so it does not make the values differ

extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = x;
    __asm__ volatile("" ::: "memory");
    __asm__ volatile("" : "+r"(x));
    asm("");
    __VERIFIER_assert(x != y);
    return 0;
}
