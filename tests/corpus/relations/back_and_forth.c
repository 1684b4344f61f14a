// expect: TRUE
// why: three loops hand a number over; the relation of the last one follows from the first one

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
    unsigned all = __VERIFIER_nondet_uint();
    unsigned a = all, b = 0, c;
    while (a > 0) {
        a--;
        b++;
    }
    c = b;
    while (c > 0) {
        a++;
        c--;
    }
    while (b > 0) {
        b--;
        c++;
    }
    if (c != all)
        reach_error();
    return 0;
}
