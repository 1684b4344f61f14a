// expect: FALSE
// check: order
// native: skip
// why: a[i] = i++ is undefined

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[4] = {0}, i = 1;
    if (__VERIFIER_nondet_int())
        a[i] = i++;
    return a[1];
}
