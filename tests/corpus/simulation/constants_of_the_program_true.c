// expect: TRUE
// why: no key lies between the two constants: nothing is to be found

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int state = 0;
    for (int i = 0; i < 6; i++) {
        int key = __VERIFIER_nondet_int();
        if (state == 0 && key == 271828)
            state = 1;
        else if (state == 1 && key == -31415)
            state = 2;
        else if (state == 2 && key > 161803 && key < 161804)
            state = 3;
        else
            state = 0;
        __VERIFIER_assert(state != 3);
    }
    return 0;
}
