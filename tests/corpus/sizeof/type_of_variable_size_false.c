// expect: FALSE
// why: a size is evaluated only if the operand is an array of variable size (it was, by the next declaration)

extern void __VERIFIER_assert(int);

int main(void)
{
    int n = 3;
    int pointer = sizeof(int (*)[n++]);
    int alignment = _Alignof(int[n++]);
    int compatible = __builtin_types_compatible_p(int (*)[n++], int);
    int array = sizeof(char[n++]);
    __VERIFIER_assert(pointer == sizeof(void *) && alignment > 1 && !compatible && array == 3);
    __VERIFIER_assert(n == 5);
    return 0;
}
