// expect: UNKNOWN: linker name `some_other_puts`
// native: skip
// why: what a function of the library does under a name that nobody knows, nobody knows

extern void reach_error(void);
int puts(const char *) __asm__("some_other_puts");

int main(void) {
    if (puts("") < -1) reach_error();
    return 0;
}
