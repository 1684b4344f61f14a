// expect: UNKNOWN: float
// why: a float as a condition

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x / 2.0 > 0)
        reach_error();
    return 0;
}
