// expect: FALSE
// check: uninitialised
// why: Members have their own states, and a copied structure takes them along.
struct pair { char tag; int left, right; };
int main(void)
{
    struct pair a, b;
    a.tag = 'a';
    a.right = 5;
    b = a;
    return b.left;
}
