// expect: TRUE
// check: order
// why: what is undefined is not reached

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int i = __VERIFIER_nondet_int();
    if (i > 10 && i < 5)
        i = i++ + i;
    return i;
}
