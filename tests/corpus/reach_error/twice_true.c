// expect: TRUE
// why: two properties: the first holds, the second does not

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 10;
    __VERIFIER_assert(x > 0);
    __VERIFIER_assert(x < 11);
    return 0;
}
