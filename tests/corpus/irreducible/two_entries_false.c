// expect: FALSE
// why: a loop with two entries

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 0;
    if (__VERIFIER_nondet_bool())
        goto second;
first:
    x++;
second:
    x++;
    if (x < 10)
        goto first;
    __VERIFIER_assert(x <= 10);
    return 0;
}
