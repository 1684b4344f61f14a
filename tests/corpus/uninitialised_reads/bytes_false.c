// expect: FALSE
// check: uninitialised
// why: All bytes of a number must have been written.
int main(void)
{
    int x;
    unsigned char *bytes = (unsigned char *)&x;
    for (int i = 0; i < 3; i++)
        bytes[i] = 1;
    return x;
}
