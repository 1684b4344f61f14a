// expect: TRUE
// why: unsigned int to long keeps the value

extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned u = 4000000000u;
    long l = u;
    __VERIFIER_assert(l == 4000000000L);
    return 0;
}
