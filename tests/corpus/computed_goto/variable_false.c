// expect: FALSE
// why: the address of a label in a variable, chosen by an input

extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    void *next = x > 0 ? &&positive : &&other;
    goto *next;
positive:
    __VERIFIER_assert(x >= 2);
    return 0;
other:
    __VERIFIER_assert(x <= 0);
    return 0;
}
