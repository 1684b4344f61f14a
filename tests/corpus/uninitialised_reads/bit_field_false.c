// expect: FALSE
// check: uninitialised
// why: Bit-fields of one word are told apart.
struct flags { unsigned a : 3, b : 5; };
int main(void)
{
    struct flags f;
    f.a = 2;
    return f.b;
}
