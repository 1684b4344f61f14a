typedef unsigned long size;
typedef struct node { struct node *next; unsigned flag : 3, : 2; union { int i; char c[4]; }; } node;
enum color { RED, GREEN = 4, BLUE };
static const size limit = sizeof(node) + 3ul;
int (*table[2])(int, char), matrix[2][3] = { { 1, 2, 3 }, [1] = { [2] = 6 } };
static int twice(int x), *pointer, counter = 0x10;
static inline int twice(int x) { static int calls; calls++; return 2 * x; }
int old(a, b) int a; char b; { return a + b; }
_Bool flag; long long wide = -1LL; signed char tiny = '\n'; unsigned short u = 65535u;
node list = { .flag = 1, .i = 2 };
extern void variadic(const char *format, ...);
_Static_assert(sizeof(int) >= 2, "int");
int main(void) { enum color c = BLUE; { int c = RED; c++; } return twice((int)c) + old(1, 2); }
