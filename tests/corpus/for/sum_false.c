// expect: FALSE
// why: the sum of the first numbers by a bounded loop

extern void __VERIFIER_assert(int);

int main(void)
{
    int s = 0;
    for (int i = 1; i < 5; ++i)
        s += i;
    __VERIFIER_assert(s == 15);
    return 0;
}
