// expect: TRUE
// why: labels are no null pointers, and none is an object or a function

extern void __VERIFIER_assert(int);

static int object;

int main(void)
{
    void *label = &&here;
    __VERIFIER_assert(label != 0);
    __VERIFIER_assert(label != (void *)&object);
    __VERIFIER_assert(label != (void *)main);
    __VERIFIER_assert(label == &&here);
here:
    return 0;
}
