// expect: FALSE
// why: a value of 5 gets into the register, and out of it five rounds later

extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void)
{
    unsigned char a = 0, b = 0, c = 0, d = 0, e = 0;
    while (__VERIFIER_nondet_bool()) {
        if (a == 5)
            reach_error();
        a = b;
        b = c;
        c = d;
        d = e;
        e = __VERIFIER_nondet_uchar();
    }
    return 0;
}
