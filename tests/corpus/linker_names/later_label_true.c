// expect: TRUE
// why: a name for the linker holds for the whole unit, also for the calls before it

extern void reach_error(void);

int other(void);
int main(void) {
    if (other() != 3) reach_error();
    return 0;
}
int other(void) __asm__("real");
int real(void) { return 3; }
