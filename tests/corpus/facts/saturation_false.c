// expect: FALSE
// why: the pair of saturation_true.c: a NaN passes both guards, and is no number up to 100

extern _Bool __VERIFIER_nondet_bool(void);
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void)
{
    double x = 0.0;
    while (__VERIFIER_nondet_bool()) {
        double u = __VERIFIER_nondet_double();
        if (!(u >= -8.0 && u <= 8.0))
            u = u;
        x = x + u;
        if (x > 100.0)
            x = 100.0;
        else if (x < -100.0)
            x = -100.0;
        if (!(x <= 100.0))
            reach_error();
    }
    return 0;
}
