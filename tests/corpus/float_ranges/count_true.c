// expect: TRUE
// check: range
// why: What lies above -1 fits an unsigned type.
float __VERIFIER_nondet_float(void);
int main(void)
{
    float level = __VERIFIER_nondet_float();
    if (!(level > -1.0f && level < 256.0f))
        return 0;
    unsigned char count = level;
    return count;
}
