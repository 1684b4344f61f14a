// expect: ERROR: expected
// why: a missing semicolon

int main(void)
{
    int x = 1
    return x;
}
