// expect: ERROR: assigned
// why: an assignment to something that is not a variable

int main(void)
{
    3 = 4;
    return 0;
}
