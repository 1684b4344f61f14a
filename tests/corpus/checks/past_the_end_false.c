// expect: FALSE
// check: pointer
// why: A pointer may walk to the end of an array, not read there.
int main(void)
{
    int a[5] = {0};
    int sum = 0;
    for (int *p = a; p <= a + 5; p++)
        sum += *p;
    return sum;
}
