// expect: FALSE
// engine bmc: UNKNOWN
// engine ic3cfa: UNKNOWN
// engine kind: UNKNOWN
// engine ic3: UNKNOWN
// why: an error behind two thousand rounds

extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void)
{
    int i = 0;
    while (i < 1000000) {
        i++;
        if (i == 2000)
            reach_error();
    }
    return 0;
}
