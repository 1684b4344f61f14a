// expect: TRUE
// check: uninitialised
// why: A declaration in a loop begins anew each time.
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int x;
        if (i == 0 || i >= 1)
            x = i;
        sum += x;
    }
    return sum;
}
