// expect: TRUE
// why: the values 1 and 2 change places for ever

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int a = 1, b = 2;
    while (__VERIFIER_nondet_bool()) {
        int t = a;
        a = b;
        b = t;
    }
    __VERIFIER_assert(a != b);
    return 0;
}
