// expect: FALSE
// native: skip
// why: an uninitialised _Bool is taken to hold 0 or 1

extern void __VERIFIER_assert(int);

int main(void)
{
    _Bool b;
    __VERIFIER_assert(b == 0 || b == 2);
    return 0;
}
