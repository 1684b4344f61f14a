// expect: TRUE
// native: skip
// why: names for the linker that nobody calls do not matter, known or not

int puts(const char *) __asm__("some_other_puts");
int printf(const char *, ...) __asm__("printf@VERSION_1");
int own(void) __asm__("fopen");

int main(void) { return 0; }
