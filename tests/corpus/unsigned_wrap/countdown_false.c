// expect: FALSE
// why: the signed counter ends at -1

extern void __VERIFIER_assert(int);

int main(void)
{
    int i;
    for (i = 3; i >= 0; i--)
        if (i > 3)
            break;
    __VERIFIER_assert(i > 0);
    return 0;
}
