// expect: FALSE
// why: a type name with nothing between its parentheses takes any arguments, as a declaration does.
#include <assert.h>
static int difference(int a, int b)
{
    return a - b;
}
int main(void)
{
    void *stored = (void *)difference;
    assert(((int (*)())stored)(7, 2) == 4);
    return 0;
}
