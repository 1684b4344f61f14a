// expect: TRUE
// why: By another name it is still strlen.
#include <assert.h>

unsigned long length(const char *) __asm__("strlen");

int main(void) {
    assert(length("abc") == 3);
    return 0;
}
