// expect: FALSE
// why: enumerators count on from the last given value

extern void __VERIFIER_assert(int);

enum E { P, Q = 5, R, S = Q * 2, T };
int main(void)
{
    __VERIFIER_assert(P == 0 && R == 6);
    __VERIFIER_assert(S == 12);
    __VERIFIER_assert(T == S + 1);
    return 0;
}
