// expect: TRUE
// why: the condition is false after the loop

extern void __VERIFIER_assert(int);

int main(void)
{
    int i = 0;
    while (i < 10)
        i++;
    __VERIFIER_assert(i == 10);
    return 0;
}
