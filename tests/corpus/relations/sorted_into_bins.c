// expect: TRUE
// why: branches count in different variables; only case by case does one see that the sum is kept

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned i = 0, fives = 0, threes = 0, evens = 0, rest = 0;
    while (i < n) {
        if (i % 5 == 0)
            fives++;
        else if (i % 3 == 0)
            threes++;
        else if (i % 2 == 0)
            evens++;
        else
            rest++;
        i++;
        if (fives + threes + evens + rest != i)
            reach_error();
    }
    return 0;
}
