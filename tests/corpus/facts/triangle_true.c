// expect: TRUE
// why: j < i < n for an n that is not known: orders of counters, which no bound of one of them gives

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if (!(j + 1 < n))
                reach_error();
    return 0;
}
