// expect: TRUE
// why: builtins for products that name their type were not known

extern void __VERIFIER_assert(int);

int main(void)
{
    int i;
    long l;
    long long ll;
    unsigned u;
    unsigned long long ull;
    __VERIFIER_assert(__builtin_smulll_overflow(1LL << 62, 2, &ll) && ll == -9223372036854775807LL - 1);
    __VERIFIER_assert(!__builtin_smull_overflow(-3, 5, &l) && l == -15);
    __VERIFIER_assert(__builtin_smul_overflow(65536, 32768, &i));
    __VERIFIER_assert(__builtin_umul_overflow(65536, 65537, &u) && u == 65536);
    __VERIFIER_assert(!__builtin_umulll_overflow(4294967295u, 4294967295u, &ull));
    __VERIFIER_assert(ull == 18446744065119617025ull);
    __VERIFIER_assert(__builtin_saddll_overflow(9223372036854775807LL, 1, &ll));
    __VERIFIER_assert(!__builtin_ssubl_overflow(1, 2, &l) && l == -1);
    __VERIFIER_assert(__builtin_usub_overflow(1, 2, &u) && u == 4294967295u);
    return 0;
}
