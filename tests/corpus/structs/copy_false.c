// expect: FALSE
// why: copying a struct does not end the run

extern void reach_error(void);

struct s { int a; };
struct s x, y;
int main(void)
{
    x = y;
    reach_error();
    return 0;
}
