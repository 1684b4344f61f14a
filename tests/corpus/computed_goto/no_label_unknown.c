// expect: UNKNOWN: jump to what is no label of its function
// why: compilers go to the only label there is, whatever the pointer says: this is no end of the run

extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    void *table[2] = { &&here, 0 };
    int x = __VERIFIER_nondet_int() != 0;
    goto *table[x];
here:
    __VERIFIER_assert(x == 0);
    return 0;
}
