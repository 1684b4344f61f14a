// expect: TRUE
// why: the second loop keeps what the first one has left two rounds ago

extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void)
{
    int a = 1, b = 1;
    while (__VERIFIER_nondet_bool()) {
        a = b;
        b = 1;
    }
    int c = 1;
    while (__VERIFIER_nondet_bool()) {
        if (c != 1)
            reach_error();
        c = a;
        a = b;
        b = 1;
    }
    return 0;
}
