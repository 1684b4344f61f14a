// Pieces of C11 and GNU C, one per line, each a file of its own. They are only parsed.
;
int x;;
; int x;
int f(void) { return 1; };
int f(void);;int g(void);
struct s {};
struct s { int; };
struct s { int a; ; int b; };
struct s { ; int b; };
struct s { int :3; int a:4; unsigned :0; };
struct s { struct { int a; }; union { int b; }; };
__extension__ struct s { __extension__ int a; };
__extension__ int x;
__extension__ int f(void) { return __extension__ 1; }
__float128 x;
_Float128 x; _Float64x y; _Float32 z;
__int128 x;
unsigned __int128 x;
__int128_t x;
__auto_type x = 1;
int f(void){ __auto_type x = 1; }
typeof(1) x;
typeof(int) x;
__typeof__(int) x;
__typeof(int*) x;
unsigned typeof(int) *x;
int y; typeof(y) x;
int y; const typeof(y) *x;
typedef int T; typeof(T) x;
typedef int T; __typeof__(T *) x;
int f(void) { L: int x; return x; }
int f(void) { L: }
int f(int a) { switch (a) { case 1: int x; x = 1; default: } }
int f(int a) { switch (a) { case 1 ... 5: return 1; } }
int f(int a) { switch (a) { case 1: __attribute__((fallthrough)); case 2: ; } }
int f(int a) { __attribute__((unused)) L: return 1; }
int f(int a) { L: __attribute__((unused)) return 1; }
int f(int a) { L: __attribute__((unused)); return 1; }
int f(int a) { __label__ L; L: return 1; }
int f(int a) { goto *a; }
int f(int a) { void *p = &&L; L: return 1; }
int f(int a) { return a ?: 1; }
_Noreturn void f(void);
void f(void) __attribute__((noreturn)) ;
void __attribute__((noreturn)) f(void) { }
void f(void) __attribute__((noreturn)) { }
__attribute__((noreturn)) void f(void) { }
static __inline__ __attribute__((always_inline)) int f(void) { return 1; }
static __inline int f(int *__restrict__ a, int *__restrict b, char *restrict c) { return 1; }
__signed__ char x; __signed y; __const int z; __const__ int zz; __volatile__ int w; __volatile v;
int x __attribute__((aligned(8))) = 3;
int x __asm__("foo") __attribute__((aligned(8))), y;
int f(void) __asm__("" "foo") __attribute__((nothrow, leaf)) __attribute__((nonnull(1)));
int f(void) asm("foo");
int x asm("eax");
register int x __asm__("eax");
void f(void) { asm("nop"); __asm__ volatile ("nop" : : : "memory"); __asm__ __volatile__ ("nop" : "=r"(x) : [a] "r"(y), "m"(*p)); asm goto ("jmp %l0" : : : : L); L:; }
void f(void) { asm volatile goto ("jmp %l0" : : : : L); L:; }
void f(void) { asm inline ("nop"); asm volatile inline ("nop"); asm ("nop" ::: "memory"); asm("x" :: "r"(1)); }
asm("nop");
__asm__(".globl x");
int f(int n, ...) { __builtin_va_list a; __builtin_va_start(a, n); int x = __builtin_va_arg(a, int); __builtin_va_end(a); return x; }
int f(int n) { return __builtin_types_compatible_p(int, long); }
int f(int n) { return __builtin_types_compatible_p(typeof(n), int *); }
int f(int n) { return __builtin_choose_expr(1, n, 2); }
int f(int n) { return __builtin_offsetof(struct s, a.b[3]); }
int f(int n) { return __alignof__(int) + _Alignof(int) + __alignof__(n) + __alignof__ n; }
int f(int n) { return sizeof(int) + sizeof n + sizeof(n) + sizeof (int){1}; }
int f(int n) { return ({ int y = n; y; }); }
int f(int n) { int a[] = { [0] = 1, [1 ... 3] = 2, [4] 5 }; struct s b = { x: 1, .y = 2 }; }
int f(a, b) int a; char b; { return a; }
f(a) { return a; }
main() { return 0; }
static x;
int f() { static x = 1; const y = 2; register z; }
int f() { auto x = 1; }
_Static_assert(1, "x");
_Static_assert(1);
struct s { int a; _Static_assert(1, "x"); };
static_assert(1, "x");
int x[static 3];
void f(int a[static 3], int b[const], int c[*], int d[restrict static 2]);
void f(int [static 3], int [const], int [*]);
_Thread_local int x; static __thread int y; extern __thread int z; __thread int w;
_Alignas(8) int x; _Alignas(int) char y;
struct s { _Alignas(8) int x; };
struct s { int a __attribute__((aligned(8))); int b:3 __attribute__((packed)); } __attribute__((packed)) x;
struct __attribute__((packed)) s { int a; };
struct s { int a; } __attribute__((packed));
typedef struct s { int a; } __attribute__((packed)) T, *P;
typedef struct __attribute__((packed)) { int a; } T;
typedef int T __attribute__((mode(SI)));
typedef int __attribute__((vector_size(16))) v4si;
enum e { A, B = 3, C, };
enum __attribute__((packed)) e { A, B };
enum e { A __attribute__((deprecated)), B } __attribute__((packed));
enum e;
int f(int (*g)(int), int h(int), int (*)(void), int (int), ...);
int (*f(void))[3];
int (*(*f)(void))(int);
int *const *volatile x;
int f(int x __attribute__((unused)), __attribute__((unused)) int y, int __attribute__((unused)) z);
int f(__attribute__((unused)) void *p);
int f(void) { int x __attribute__((unused)); __attribute__((unused)) int y; int __attribute__((unused)) z = 1; }
int f(void) { if (1) { } else ; for (int i = 0; i < 3; i++) ; for (;;) break; while (1) continue; do ; while (0); }
int f(void) { for (int i = 0, j = 1; i < 3; i++, j--) ; }
int x = 0b101;
int d = '\e';
int d = '\u00e9';
char *d = "\u00e9 \U0001F600 \e \x1b \?";
char *d = u8"a" L"b" u"c" U"d";
char *d = "\q";
int x = 1u + 2UL + 3llu + 4LLU + 5ull + 6lu + 7i;
int x = 18446744073709551615UL;
int x = 'ab';
char x[] = {};
struct s x = {}; struct s y = (struct s){}; struct s z = (struct s){1};
struct s y = (struct s){};
int f(void) { return (struct s){}.a; }
int f(void) { int x; x = (int) { 3 }; (void) x; }
int x = sizeof(struct { int a; });
int x = __builtin_constant_p(1);
[[noreturn]] void f(void);
typedef __builtin_va_list va_list; va_list x;
typedef int T; int f(int T) { return T * 2; }
typedef int T; int f(int T) { T = 2; return (T) - 1; }
typedef int T; int f(void) { int T = 2; T++; return T; }
typedef int T; int f(void) { T T = 2; return T; }
typedef int T; struct s { int T; T x; };
typedef int T; typedef int T; T x;
typedef int T; void f(T); void g(int T); void h(T T); void i(T x, T y);
typedef int T; void f(int (T)); void g(int (T), int y);
typedef int T; unsigned T;
typedef int T; int f(void) { goto T; T: return 1; }
typedef int T; struct T { T T; } ; struct T x;
typedef int T; enum { T2 } ; int f(struct s *p) { return p->T; }
typedef int T; int x = sizeof(T), y = sizeof(T *), z = (T) 1;
typedef int T; const T x; T const y; static T z; T static w; volatile T *v;
int typedef T; T x;
long typedef unsigned T; T x;
unsigned long int long x; int long unsigned y; char unsigned z;
int inline static f(void) { return 1; }
void (f)(void) { }
void (*f(int a))(int) { return 0; }
int f(void) { return 1; } int x = 3, *y = &x, z[2] = { 1, 2 };
int f(void) { int x; { int x = 1; } x++; ; return x; }
int f(void) { a: b: c: ; }
int f(void) { switch (1) { default: case 1: case 2: ; } }
int f(void) { switch (1) case 1: return 2; }
int f(void) { switch (1) { int x; case 1: x = 1; } }
int f(void) { return _Generic(1, int: 1, default: 2); }
int f(void) { x = y = z; x += 1, y <<= 2; x = a ? b : c ? d : e; return !~-+*&x; }
int f(void) { return a<b == c>d && e|f^g&h; }
int f(void) { return a - -b - --c + ++d + +e; }
int f(void) { return a---b; }
int f(void) { return sizeof(int)*2; }
int f(void) { return sizeof (x)[0]; }
int f(void) { return sizeof (int) - 1; }
int f(void) { return (x)(1); }
int f(void) { __builtin_unreachable(); __builtin_expect(!!(x), 0); }
int f(void) { return __func__[0] + __FUNCTION__[0] + __PRETTY_FUNCTION__[0]; }
int x __attribute__(()); int y __attribute__((,unused)); int z __attribute__((a, , b));
int x __attribute__((__cold__)), y __attribute__ ( ( unused ) );
int f (int) __attribute__ ((__format__ (__printf__, 1, 2)));
int f (int) __attribute__ ((__malloc__ (free, 1))) __attribute__((alloc_size(1,2))) __attribute__((access (read_only, 1)));
int x __attribute__((section("foo"))); int y __attribute__((const));
int f(void) { x = (__extension__ (int) 1); y = __extension__ ({ 1; }); }
int f(void) { __extension__ int x; __extension__ x = 1; }
extern int f(void) __attribute__((nothrow)) __asm__("x");
extern int f(void) __asm__("x") __attribute__((nothrow)) , g(void);
char __attribute__((aligned(8))) *p, __attribute__((unused)) *q;
int * __attribute__((unused)) p; int (__attribute__((cdecl)) *fp)(void);
int __cdecl f(void);
void f(void) { int a[n]; int (*p)[n] = &a; typeof(a) b; }
_Bool x; _Atomic int y; _Atomic(int) z; int _Atomic w;
int f(int x) { return x ? (x, 1) : ({ 2; }); }
inline extern int f(void) {return 1;}
struct s { int x; } ; struct s f(void) { struct s r; return r; }
struct s { char x[0]; int y[]; };
union u { int a; float b; } x = { .b = 1.0 };
int f(int n) { struct { int a[n]; } s; }
int f(); int (f2)(); int *(f3)();
void f(unsigned); void g(unsigned x, signed); void h(long long);
int x, y = 1; extern int z; static int w;
typedef int (*F)(int, int); F f; int g(F h) { return (*h)(1, 2) + h(1, 2); }
typedef void V; int f(V) { return 1; }
typedef int A[3]; A a = { 1 }; int f(A b) { return sizeof(A); }
int f(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
__attribute__((constructor)) static void f(void) { }
static void __attribute__((constructor(101))) f(void) { }
int x = (int)(char)-1, y = -(int)1, z = !(int)1, w = (int)+1;
int f(void) { (*p)++; *p++; ++*p; (&x)->y; p[1][2].z->w(1)(2); }
int f(void) { return x.y.z; }
int f(void) { [[maybe_unused]] int x; }
int x = 0b101; int y = 0x1.8p3; double w = 1e10l; int c = 'a'; int g = L'x';
void f(void) { asm("nop"); __asm__ volatile ("nop" : : : "memory"); asm ("nop" ::: "memory"); asm("x" :: "r"(1)); }
typedef struct s T; T *f(T *t) { T *u = t; return u ? u : (T *) 0; }
int x = sizeof(char[1 - 2 * !!(sizeof(int) != 4)]);
x;
x = 1, *p, **q[2];
static *p;
f(), g(int, char *);
*f() { return 0; }
*f(a) int a; { return 0; }
f(register x, const y) { return x + y; }
