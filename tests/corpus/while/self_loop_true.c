// expect: TRUE
// why: a statement that jumps to itself

extern _Bool __VERIFIER_nondet_bool(void);

int main(void)
{
    if (__VERIFIER_nondet_bool()) {
    stay:
        goto stay;
    }
    return 0;
}
