// expect: ERROR: error
// why: the file ends in the middle

int main(void)
{
    int x = 3;
    if (x
