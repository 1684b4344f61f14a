// expect: UNKNOWN: parts that have no value
// check: uninitialised
// why: A structure that is passed by value keeps no record of members without a value.
struct pair { int left, right; };
static int left(struct pair p)
{
    return p.left;
}
int main(void)
{
    struct pair p;
    p.left = 1;
    return left(p);
}
