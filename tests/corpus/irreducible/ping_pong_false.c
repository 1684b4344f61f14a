// expect: FALSE
// why: two labels that jump to each other, entered from outside at both

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int a, b = 0;
    if (__VERIFIER_nondet_bool()) {
        a = 1; goto ping;
    }
    a = 1;
    goto pong;
ping:
    __VERIFIER_assert(a == 0);
    a = 1;
    if (__VERIFIER_nondet_bool())
        goto end;
pong:
    __VERIFIER_assert(a == 1);
    a = 0;
    if (__VERIFIER_nondet_bool())
        goto ping;
end:
    __VERIFIER_assert(a + b <= 1);
    return 0;
}
