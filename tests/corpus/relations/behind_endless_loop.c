// expect: TRUE
// why: the error lies behind a loop that never ends, and slicing must not make it reachable

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    for (;;)
        x = x * 5 + 1;
    if (x != 7)
        reach_error();
    return 0;
}
