// expect: FALSE
// check: uninitialised
// why: Members without an initialiser are 0 if another one has one.
struct pair { int left, right; };
int main(void)
{
    struct pair a;
    return a.right;
}
