// expect: FALSE
// why: a condition on a float that an integer was converted to

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x / 2.0 > 0)
        reach_error();
    return 0;
}
