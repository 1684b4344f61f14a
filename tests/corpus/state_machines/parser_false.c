// expect: FALSE
// why: brackets: the depth is never negative

extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int depth = 0, error = 0;
    while (!error) {
        char c = __VERIFIER_nondet_char();
        switch (c) {
        case '(': if (depth < 50) depth++; break;
        case ')': if (depth > -1) depth--; else error = 1; break;
        }
        __VERIFIER_assert(depth >= 0);
    }
    return 0;
}
