// expect: UNKNOWN: vector arithmetic
// native: skip
// why: the address of an element of a vector was taken for the vector, and arithmetic on it crashed

typedef float vector __attribute__((vector_size(16)));

extern void __VERIFIER_assert(int);

static vector numbers;

int main(void)
{
    float *second = &numbers[1];
    float *fourth = &numbers[1] + 2;
    __VERIFIER_assert(fourth - second == 2);
    return 0;
}
