// expect: FALSE
// why: builtins on all widths, signed and unsigned, and on truth values

extern void __VERIFIER_assert(int);

#include <stdbool.h>

int main(void)
{
    signed char c = 100;
    unsigned short s = 65535;
    long long l = -1;
    bool b = false;
    __VERIFIER_assert(__atomic_fetch_add(&c, 100, 0) == 100 && c == -56);
    __VERIFIER_assert(__atomic_add_fetch(&s, 2, 5) == 65537);
    __VERIFIER_assert(__atomic_nand_fetch(&l, 0xffll, 5) == ~0xffll);
    __VERIFIER_assert(__atomic_fetch_nand(&l, 1, 5) == ~0xffll && l == -1);
    __VERIFIER_assert(!__atomic_exchange_n(&b, 2, 0) && b == 1);
    __atomic_store_n(&c, 300, 0);
    __VERIFIER_assert(__atomic_load_n(&c, 0) == 44);
    return 0;
}
