// expect: FALSE
// check: uninitialised
// why: A compound assignment reads its left side.
int __VERIFIER_nondet_int(void);

int main(void)
{
    int sum;
    sum += __VERIFIER_nondet_int();
    return sum;
}
