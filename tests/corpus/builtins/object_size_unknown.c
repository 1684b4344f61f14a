// expect: UNKNOWN: a run that depends on the result of __builtin_object_size()
// why: the size of the object, or that nobody knows: as the optimiser likes; it was always the latter

extern void __VERIFIER_assert(int);

int main(void)
{
    char buffer[10];
    __VERIFIER_assert(__builtin_object_size(buffer, 0) == (__SIZE_TYPE__)-1);
    return 0;
}
