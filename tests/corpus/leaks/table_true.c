// expect: TRUE
// check: leak
// why: Memory may be reachable through an array and a member.
#include <stdlib.h>
static struct { int n; char *text[3]; } table;
int main(void)
{
    for (int i = 0; i < 3; i++)
        table.text[i] = malloc(2);
    return 0;
}
