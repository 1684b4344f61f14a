// expect: FALSE
// why: selectany is about definitions in several files, not about values

extern void __VERIFIER_assert(int);

__attribute__((selectany)) int x = 3;

int main(void)
{
    __VERIFIER_assert(x == 4);
    return 0;
}
