// expect: TRUE
// why: all the work in the condition

extern void __VERIFIER_assert(int);

int main(void)
{
    int i = 0;
    while (i++ < 4)
        ;
    __VERIFIER_assert(i == 5);
    return 0;
}
