// expect: FALSE
// native: skip
// why: an error on a path around the unsupported construct is still found

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int a[2];
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 0)
        a[x & 1] = 3;
    else
        reach_error();
    return 0;
}
