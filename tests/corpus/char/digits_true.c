// expect: TRUE
// why: characters between '0' and '9' give digits

extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    char c = __VERIFIER_nondet_char();
    if (c >= '0' && c <= '9') {
        int d = c - '0';
        __VERIFIER_assert(d >= 0 && d <= 9);
    }
    return 0;
}
