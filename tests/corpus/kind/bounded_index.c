// expect: TRUE
// why: the range of the index is a fact, the sum needs it

extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void)
{
    int i = 0;
    while (__VERIFIER_nondet_bool()) {
        i = i < 9 ? i + 1 : 0;
        if (i + 1 > 10)
            reach_error();
    }
    return 0;
}
