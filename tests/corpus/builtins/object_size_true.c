// expect: TRUE
// why: a checked copy is a copy, whatever is known about the size of its target

extern void __VERIFIER_assert(int);
extern void *__builtin___memcpy_chk(void *, const void *, __SIZE_TYPE__, __SIZE_TYPE__);

int main(void)
{
    char buffer[4];
    __builtin___memcpy_chk(buffer, "abc", 4, __builtin_object_size(buffer, 0));
    __builtin___strcpy_chk(buffer + 1, "x", __builtin_object_size(buffer + 1, 1));
    __VERIFIER_assert(buffer[0] == 'a' && buffer[1] == 'x' && buffer[2] == 0);
    return 0;
}
