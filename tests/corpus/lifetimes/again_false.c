// expect: FALSE
// check: pointer
// native: skip
// why: a variable of a block is another one each time: the pointer is from an earlier iteration.
int main(void)
{
    int *p = 0;
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int x = i;
        if (i == 0)
            p = &x;
        sum += *p;
    }
    return sum;
}
