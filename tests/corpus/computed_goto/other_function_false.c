// expect: FALSE
// check: pointer
// native: skip
// why: with checks of pointers: a jump to a label of another function

extern int __VERIFIER_nondet_int(void);

static void *leak(void)
{
here:
    return &&here;
}

int main(void)
{
    void *mine = &&here;
    void *theirs = leak();
    if (__VERIFIER_nondet_int())
        mine = theirs;
    goto *mine;
here:
    return 0;
}
