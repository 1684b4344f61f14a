// expect: TRUE
// check: range
// why: What is above -1 becomes 0.
float __VERIFIER_nondet_float(void);
int main(void)
{
    float f = __VERIFIER_nondet_float();
    if (!(f > -1.0f && f < 256.0f))
        return 0;
    unsigned char c = f;
    return c;
}
