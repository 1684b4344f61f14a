// expect: FALSE
// check: overflow
// why: The least int divided by -1 does not fit; division by zero is another property.
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (y == -2)
        return 0;
    return x / y == 0;
}
