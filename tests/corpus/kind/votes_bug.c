// expect: FALSE
// engine ic3cfa: UNKNOWN
// why: all choices but one have to be made in one way

extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void)
{
    unsigned votes = 0;
    for (int i = 0; i < 30; i++) {
        if (__VERIFIER_nondet_bool())
            votes++;
        if (votes > 28)
            reach_error();
    }
    return 0;
}
