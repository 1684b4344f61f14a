// expect: FALSE
// why: a macro that evaluates its arguments once

extern void __VERIFIER_assert(int);

#define MAX(a, b) ({ __typeof__(a) x_ = (a); __typeof__(b) y_ = (b); x_ > y_ ? x_ : y_; })
int main(void)
{
    int i = 1, j = 5;
    int m = MAX(i++, j++);
    __VERIFIER_assert(m == 5 && i == 2 && j == 7);
    return 0;
}
