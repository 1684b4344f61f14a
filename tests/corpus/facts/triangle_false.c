// expect: FALSE
// why: the pair of triangle_true.c: j is two less than n, not three

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if (!(j + 2 < n))
                reach_error();
    return 0;
}
