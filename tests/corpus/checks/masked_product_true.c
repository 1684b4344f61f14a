// expect: TRUE
// check: overflow
// why: Masks and remainders bound the factors of a product.
int __VERIFIER_nondet_int(void);
int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    return (a & 0xffff) * (b % 32768) == 3;
}
