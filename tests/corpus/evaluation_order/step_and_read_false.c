// expect: FALSE
// check: order
// native: skip
// why: i++ + i is undefined

int main(void)
{
    int i = 1;
    int x = i++ + i;
    return x;
}
