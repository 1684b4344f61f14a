// expect: TRUE
// check: uninitialised
// why: Every element has its own state.
int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[4];
    for (int i = 0; i < 4; i++)
        a[i] = i;
    unsigned k = (unsigned)__VERIFIER_nondet_int() % 4;
    return a[k];
}
