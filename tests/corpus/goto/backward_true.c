// expect: TRUE
// why: a loop by goto

extern void __VERIFIER_assert(int);

int main(void)
{
    int i = 0;
again:
    i++;
    if (i < 5)
        goto again;
    __VERIFIER_assert(i == 5);
    return 0;
}
