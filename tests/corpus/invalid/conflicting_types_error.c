// expect: ERROR: x
// why: two declarations that do not agree

int x;
long x;
int main(void)
{
    return 0;
}
