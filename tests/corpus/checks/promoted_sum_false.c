// expect: FALSE
// check: overflow
// why: Sums and products of characters are computed in int; those of unsigned short are not all.
int __VERIFIER_nondet_int(void);
int main(void)
{
    unsigned short a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    signed char c = __VERIFIER_nondet_int();
    return a * b + b - c == 3;
}
