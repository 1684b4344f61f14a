// expect: FALSE
// check: pointer
// why: What was allocated has the size that was asked for.
void *malloc(unsigned long);
int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 10)
        return 0;
    int *p = malloc(n * sizeof(int));
    p[n ] = 3;
    return 0;
}
