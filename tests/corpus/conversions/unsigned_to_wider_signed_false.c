// expect: FALSE
// why: the sign of an int is extended

extern void __VERIFIER_assert(int);

int main(void)
{
    int u = 4000000000u;
    long l = u;
    __VERIFIER_assert(l == 4000000000L);
    return 0;
}
