// expect: TRUE
// engine ic3cfa: UNKNOWN
// why: ranges end the search for errors, and the proof does without them

extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void)
{
    unsigned votes = 0;
    for (int i = 0; i < 30; i++) {
        if (__VERIFIER_nondet_bool())
            votes++;
        if (votes > 30)
            reach_error();
    }
    return 0;
}
