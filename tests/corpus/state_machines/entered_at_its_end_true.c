// expect: TRUE
// why: without what does not matter, the way into the loop is the end of its body; proofs, too.
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);
int main(void)
{
    unsigned char state = 13, entered = 0, skip;
    int option = __VERIFIER_nondet_int();
    int shown = 0;
    entered++;
    if (option & 4)
        if (option & 8)
            shown = 1;
    while (1) {
        if (state == 200)
            reach_error();
        else if (state == 13)
            state = entered;
        else if (state == 1)
            state = __VERIFIER_nondet_uchar() / 4 + 100;
        else
            return shown;
        skip = 0;
    }
}
