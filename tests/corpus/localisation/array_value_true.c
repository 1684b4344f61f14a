// expect: TRUE
// why: what is read from the table was written there, and the sums beside it do not matter

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

unsigned table[128], sums[128];

int main(void)
{
    unsigned sum = 0;
    table[7] = 3;
    for (;;) {
        unsigned i = __VERIFIER_nondet_uint() % 128;
        sum += sums[i] * i;
        sums[i] = sum;
        if (i != 7)
            table[i] = sum;
        if (table[7] != 3)
            reach_error();
    }
}
