// expect: TRUE
// why: the variable of a for has its own scope

extern void __VERIFIER_assert(int);

int main(void)
{
    int i = 7;
    for (int i = 0; i < 3; i++)
        ;
    __VERIFIER_assert(i == 7);
    return 0;
}
