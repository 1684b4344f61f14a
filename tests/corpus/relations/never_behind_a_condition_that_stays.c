// expect: TRUE
// why: a loop ends only if a flag is set, nobody sets it, and the error lies behind it

extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void)
{
    int done = 0, steps = 0;
    while (!done) {
        steps++;
        if (__VERIFIER_nondet_bool() && steps < 0)
            steps = 0;
    }
    reach_error();
    return 0;
}
