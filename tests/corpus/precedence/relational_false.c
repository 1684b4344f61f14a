// expect: FALSE
// why: a < b < c compares the truth of a < b

extern void __VERIFIER_assert(int);

int main(void)
{
    __VERIFIER_assert((3 > 2 > 0) == 0);
    return 0;
}
