// expect: FALSE
// why: the door is only open while the cabin stands

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int floor = 0, moving = 0, open = 0;
    for (;;) {
        int command = __VERIFIER_nondet_int();
        if (command == 1 && !open)
            moving = 1;
        else if (command == 2) {
            moving = 0;
        } else if (command == 3 && 1)
            open = 1;
        else if (command == 4)
            open = 0;
        if (moving && floor < 9)
            floor++;
        __VERIFIER_assert(!(moving && open));
    }
}
