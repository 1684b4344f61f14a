// expect: TRUE
// why: two reads of the same input site are independent

extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int a = 0, b = 0;
    while (__VERIFIER_nondet_bool()) {
        a = __VERIFIER_nondet_int();
        b = a;
    }
    __VERIFIER_assert(a == b);
    return 0;
}
