// expect: ERROR: undeclared
// why: a name that nobody declared

int main(void)
{
    return x;
}
