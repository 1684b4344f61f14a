// expect: FALSE
// why: exactly one of three stations has the token

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int a = 1, b = 0, c = 0;
    while (1) {
        if (a && __VERIFIER_nondet_bool()) { a = 0; b = 1; }
        else if (b && __VERIFIER_nondet_bool()) { b = 0; c = 1; }
        else if (c && __VERIFIER_nondet_bool()) { a = 1; }
        __VERIFIER_assert(a + b + c == 1);
    }
}
