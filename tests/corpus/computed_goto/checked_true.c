// expect: TRUE
// check: pointer
// why: with checks of pointers: a jump to what is no label

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    static void *table[3] = { &&one, &&two };
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 1)
        return 0;
    goto *table[x];
one:
two:
    return 0;
}
