// expect: ERROR: label
// why: a goto to a label that does not exist

int main(void)
{
    goto nowhere;
    return 0;
}
