// expect: FALSE
// why: Peterson's mutual exclusion, interleaved by hand

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int p = 0, q = 0;
    _Bool want_p = 0, want_q = 0;
    int turn = 0;
    while (1) {
        if (__VERIFIER_nondet_bool()) {
            if (p == 0) { want_p = 1; p = 1; }
            else if (p == 1) { turn = 0; p = 2; }
            else if (p == 2) { if (!want_q || turn == 0) p = 3; }
            else { want_p = 0; p = 0; }
        } else {
            if (q == 0) { want_q = 1; q = 1; }
            else if (q == 1) { turn = 0; q = 2; }
            else if (q == 2) { if (!want_p || turn == 1) q = 3; }
            else { want_q = 0; q = 0; }
        }
        __VERIFIER_assert(!(p == 3 && q == 3));
    }
}
