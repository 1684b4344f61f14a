// expect: ERROR: error
// why: a void function that returns a struct

struct s { int x; };
struct s v;
int main(void)
{
    return v;
}
