// expect: TRUE
// why: two indices move towards one another, and neither leaves the range between 0 and n

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        return 0;
    int low = 0, high = n;
    while (low < high) {
        if (!(low < n && high > 0))
            reach_error();
        if (__VERIFIER_nondet_bool())
            low++;
        else
            high--;
    }
    return 0;
}
