// expect: TRUE
// why: constants of types that are named after their formats: 0.1f32x is a double and no float

extern void __VERIFIER_assert(int);

int main(void)
{
    _Float32x d = 0.1f32x;
    _Float64x e = 0.1f64x;
    __VERIFIER_assert(d == 0.1 && sizeof 0.1f32x == sizeof(double));
    __VERIFIER_assert(e == 0.1L && e != 0.1);
    return 0;
}
