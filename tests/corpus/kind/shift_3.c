// expect: TRUE
// why: a value of 5 would have been in the register 3 rounds before

extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void)
{
    unsigned char a = 0, b = 0, c = 0;
    while (__VERIFIER_nondet_bool()) {
        if (a == 5)
            reach_error();
        a = b;
        b = c;
        c = 0;
    }
    return 0;
}
