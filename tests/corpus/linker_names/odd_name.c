// expect: UNKNOWN: linker name `strlen`
// native: skip
// why: a version of a symbol is not followed

extern void reach_error(void);
unsigned long strlen(const char *) __asm__("strlen@VERSION_1");

int main(void) {
    if (strlen("a") != 1) reach_error();
    return 0;
}
