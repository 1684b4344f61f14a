// expect: FALSE
// why: all the work in the condition

extern void __VERIFIER_assert(int);

int main(void)
{
    int i = 0;
    while (i++ < 4)
        ;
    __VERIFIER_assert(i == 4);
    return 0;
}
