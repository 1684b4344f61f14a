// expect: FALSE
// engine bmc: UNKNOWN
// why: an error after several iterations of nested loops

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned n = 0;
    while (1) {
        for (int i = 0; i < 3; i++)
            if (__VERIFIER_nondet_int())
                n += 2;
        __VERIFIER_assert(n < 13);
    }
}
