// expect: TRUE
// why: _Generic chooses by type

extern void __VERIFIER_assert(int);

int main(void)
{
    __VERIFIER_assert(_Generic(1L, int: 1, long: 2, default: 3) == 2);
    return 0;
}
