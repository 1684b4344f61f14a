// expect: FALSE
// why: a label before the last statement made the statement expression void

extern void __VERIFIER_assert(int);

int main(void)
{
    int n = 0;
    int sum = ({
        int k = 0;
    again:
        n++;
        if (n < 4)
            goto again;
        k = n;
    out: __attribute__((unused))
        k * 10;
    });
    __VERIFIER_assert(sum == 40);
    switch (sum) {
    case 40:
        sum = ({ inner: 7; });
    }
    __VERIFIER_assert(sum == 40);
    return 0;
}
