// expect: TRUE
// why: a fact about one variable, and two rounds until it gets to the other

extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void)
{
    unsigned x = 0, y = 0, z = 0;
    while (__VERIFIER_nondet_bool()) {
        if (z & 1)
            reach_error();
        z = y;
        y = x;
        x += 4;
    }
    return 0;
}
