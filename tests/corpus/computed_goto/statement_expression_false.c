// expect: FALSE
// why: jumps inside of and out of a statement expression

extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    void *to;
    int y = ({
        int z;
        to = x ? &&one : &&zero;
        goto *to;
    zero:
        goto *(&&out);
    one:
        z = 5;
        z;
    });
    __VERIFIER_assert(x != 0 && y == 6);
    return 0;
out:
    __VERIFIER_assert(x == 0);
    return 0;
}
