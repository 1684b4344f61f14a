// expect: TRUE
// why: a name for the linker makes two declarations one function, whatever the program calls it

extern void reach_error(void);

int twice(int x) { return 2 * x; }
int doubled(int x) __asm__("twice");
int counter __asm__("the_counter") = 1;
extern int the_counter;

int main(void) {
    the_counter++;
    if (doubled(counter) != 4) reach_error();
    return 0;
}
