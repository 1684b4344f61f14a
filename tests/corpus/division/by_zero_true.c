// expect: TRUE
// native: skip
// why: division by zero has the documented result

extern void __VERIFIER_assert(int);

int main(void)
{
    int zero = 0;
    __VERIFIER_assert(7 / zero == -1);
    __VERIFIER_assert(-7 / zero == 1);
    __VERIFIER_assert(7 % zero == 7);
    __VERIFIER_assert(7u / (unsigned)zero == 4294967295u);
    return 0;
}
