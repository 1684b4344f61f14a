// expect: UNKNOWN: check of whether `g` and `set(x)` interfere
// check: order
// why: whether the call changes what is read is not known

extern int __VERIFIER_nondet_int(void);

static int g = 1;

static int set(int x)
{
    if (x > 5)
        g = 10;
    return 100;
}

int main(void)
{
    int x = __VERIFIER_nondet_int() & 3;
    return g + set(x);
}
