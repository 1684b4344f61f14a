// expect: FALSE
// why: the slides' example: x = 0, then x++ while x != 1; the error is reached when x = 1
//
// From Zorneck: Implementing PDR in CPAchecker (slides, 2016), "IC3CFA Example", written as C.

extern void reach_error(void);

int main(void)
{
    int x = 0;
    while (x != 1)
        x++;
    if (x == 1)
        reach_error();
    return 0;
}
