// expect: FALSE
// why: a full pass of the inner loop for each of the outer

extern void __VERIFIER_assert(int);

int main(void)
{
    int n = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            n++;
    __VERIFIER_assert(n == 5);
    return 0;
}
