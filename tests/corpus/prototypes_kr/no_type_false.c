// expect: FALSE
// why: C90: objects and functions without any specifier are those of `int`
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

count, *last, table[3] = {1, 2, 3};
step = 2;
static *first;

twice(int);

*pick(i)
    int i;
{
    return &table[i];
}

main() {
    first = pick(0);
    last = pick(step);
    count = twice(*last) + *first;
    if (count != 8)
        reach_error();
    return 0;
}

twice(x) {
    return 2 * x;
}
