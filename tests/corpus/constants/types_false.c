// expect: FALSE
// why: a decimal constant that does not fit int is long, a hexadecimal one may be unsigned

extern void __VERIFIER_assert(int);

int main(void)
{
    __VERIFIER_assert(sizeof(2147483647) == 4 && sizeof(2147483648) == 8);
    __VERIFIER_assert(sizeof(0x80000000) == 4);
    __VERIFIER_assert(-2147483648 > 0);
    return 0;
}
