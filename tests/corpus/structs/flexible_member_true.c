// expect: TRUE
// why: a flexible array member behind the struct

#include <stdlib.h>

extern void __VERIFIER_assert(int);

struct text { int length; char data[]; };
int main(void)
{
    struct text *t = malloc(sizeof *t + 3);
    if (!t)
        return 0;
    t->length = 3;
    for (int i = 0; i < t->length; i++)
        t->data[i] = (char)('a' + i);
    __VERIFIER_assert(sizeof(struct text) == 4 && t->data[2] == 'c');
    free(t);
    return 0;
}
