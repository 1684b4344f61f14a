// expect: TRUE
// why: two calls of the error function, one of them dead

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > x)
        reach_error();
    else if (x == x + 1)
        reach_error();
    return 0;
}
