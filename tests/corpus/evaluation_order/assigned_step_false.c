// expect: FALSE
// check: order
// native: skip
// why: i = i++ is undefined

int main(void)
{
    int i = 1;
    i = i++;
    return i;
}
