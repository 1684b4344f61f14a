// expect: FALSE
// why: A stack that begins as a null pointer and doubles its room.
#include <assert.h>
#include <stdlib.h>
static int *stack;
static int size, room;
static void push(int value)
{
    if (size == room) {
        room = room == 0 ? 1 : 2 * room;
        stack = realloc(stack, (size_t) room * sizeof *stack);
        if (stack == NULL)
            abort();
    }
    stack[size++] = value;
}
int main(void)
{
    for (int i = 0; i < 3; i++)
        push(i + 10);
    assert(stack[0] == 10 && stack[1] == 12);
    free(stack);
    return 0;
}
