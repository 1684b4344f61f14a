// expect: FALSE
// why: the loop has no influence and ends after a while, so the run through it must be replayed

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), spin = 0;
    for (int i = 0; i < 1000; i++)
        spin += i;
    if (x == 7)
        reach_error();
    return spin;
}
