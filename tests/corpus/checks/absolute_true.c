// expect: TRUE
// check: overflow
// why: abs of the least int is undefined.
int abs(int);
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x <= -2147483647 - 1)
        return 0;
    int y = abs(x);
    return y / 2;
}
