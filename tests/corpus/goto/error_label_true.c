// expect: TRUE
// why: the style of many verification tasks: a label ERROR with a call

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 5 && x < 5)
        goto ERROR;
    return 0;
ERROR:
    reach_error();
    return 1;
}
