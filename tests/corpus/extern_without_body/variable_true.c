// expect: TRUE
// native: skip
// why: a variable that is defined elsewhere has any value at first

extern void __VERIFIER_assert(int);

int limit;
int main(void)
{
    __VERIFIER_assert(limit == 0);
    return 0;
}
