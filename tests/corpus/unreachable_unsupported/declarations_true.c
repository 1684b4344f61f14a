// expect: TRUE
// why: declarations of unsupported types without any use

extern void __VERIFIER_assert(int);

struct list { struct list *next; int value; };
typedef int (*handler)(struct list *, double);
extern double sin(double);
extern struct list *head;
union word { long l; char bytes[8]; };
int main(void)
{
    int x = 1;
    __VERIFIER_assert(x == 1);
    return 0;
}
