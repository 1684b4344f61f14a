// expect: TRUE
// why: break leaves only the inner loop

extern void __VERIFIER_assert(int);

int main(void)
{
    int n = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) {
            if (j == 2)
                break;
            n++;
        }
    __VERIFIER_assert(n == 6);
    return 0;
}
