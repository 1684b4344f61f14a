// expect: TRUE
// why: incrementing a true _Bool leaves it true

extern void __VERIFIER_assert(int);

int main(void)
{
    _Bool b = 0;
    b++;
    b++;
    __VERIFIER_assert(b == 1);
    return 0;
}
