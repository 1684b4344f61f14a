// expect: FALSE
// why: the same, with a result that the function does not have

extern void reach_error(void);

int twice(int x) { return 2 * x; }
int doubled(int x) __asm__("twice");
int counter __asm__("the_counter") = 1;
extern int the_counter;

int main(void) {
    the_counter++;
    if (doubled(counter) != 5) reach_error();
    return 0;
}
