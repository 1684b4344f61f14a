// expect: TRUE
// why: the error needs six right inputs in a row

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void)
{
    int state = 0;
    while (1) {
        unsigned char c = __VERIFIER_nondet_uchar();
        if (state == 0) state = c == 's' ? 1 : 0;
        else if (state == 1) state = c == 'e' ? 2 : 0;
        else if (state == 2) state = c == 's' ? 3 : 0;
        else if (state == 3) state = c == 'a' ? 4 : 0;
        else if (state == 4) { if (c == 'm') state = 4; else state = 0; }
        else if (c == 'e')
            reach_error();
    }
}
