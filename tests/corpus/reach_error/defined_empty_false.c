// expect: FALSE
// why: a call of reach_error counts even if its body does nothing

extern int __VERIFIER_nondet_int(void);

void reach_error(void) { }
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x == 7)
        reach_error();
    return 0;
}
