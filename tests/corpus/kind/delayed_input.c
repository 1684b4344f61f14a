// expect: TRUE
// why: an input is cut off a round before it matters

extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void)
{
    unsigned char now = 0, before = 0;
    while (__VERIFIER_nondet_bool()) {
        if (before > 100)
            reach_error();
        before = now;
        now = __VERIFIER_nondet_uchar();
        if (now > 100)
            now = 100;
    }
    return 0;
}
