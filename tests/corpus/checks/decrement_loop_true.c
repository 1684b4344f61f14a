// expect: TRUE
// check: overflow
// why: A loop that counts down stops in time.
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = -2147483647 + 100;
    int n = __VERIFIER_nondet_int();
    while (x > -2147483600 || n == 8) {
        x--;
        if (n == 8)
            n = x;
    }
    return 0;
}
