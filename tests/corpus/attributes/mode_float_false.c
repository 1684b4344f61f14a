// expect: FALSE
// why: the attribute mode of a floating type was ignored

extern void __VERIFIER_assert(int);

typedef float wide __attribute__((mode(DF)));
typedef double narrow __attribute__((__mode__(__SF__)));

int main(void)
{
    wide w = 16777217;
    narrow n = 16777217;
    __VERIFIER_assert(sizeof(wide) == 8);
    __VERIFIER_assert(sizeof(narrow) == 8);
    __VERIFIER_assert(w == 16777217);
    __VERIFIER_assert(n == 16777216);
    return 0;
}
