// expect: TRUE
// check: pointer
// why: a buffer that grows whenever it is full
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *text = 0;
    unsigned length = 0, room = 0;
    for (int i = 0; i < 4; i++) {
        if (length == room) {
            room = room + 2;
            text = realloc(text, room);
        }
        text[length++] = __VERIFIER_nondet_int();
    }
    free(text);
    return 0;
}
