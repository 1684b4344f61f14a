// expect: TRUE
// why: slicing forgets a loop that may never end; the proof must hold on the program with the loop

extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), spin = 0;
    if (x < 0)
        x = 0;
    while (__VERIFIER_nondet_bool())
        spin = spin * 3 + 1;
    if (x < 0)
        reach_error();
    return 0;
}
