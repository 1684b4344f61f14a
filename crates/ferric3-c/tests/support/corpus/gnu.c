typedef int T;
__extension__ typedef unsigned long long word;
struct __attribute__((packed)) p { char c; T t __attribute__((aligned(4))); };
extern int g(int) __attribute__((nothrow, nonnull(1))) __asm__("" "g2");
static __inline__ __attribute__((always_inline)) T h(T *__restrict q, volatile T r) { return *q + r; }
int main(void) {
    __typeof__(T *) z = 0; typeof(1 + 2) y = ({ int k = 3; k + 1; });
    int arr[] = { [0 ... 3] = 7 }; word w = 0b101;
    switch (y) { case 1 ... 4: __attribute__((fallthrough)); case 9: T late = 2; default: }
    y = y ?: __builtin_expect(!!(w), 1); __asm__ volatile ("nop" : "=r"(y) : "r"(w) : "memory");
    y += _Generic(y, int: 1, default: 2) + __alignof__(y) + __builtin_offsetof(struct p, t);
    return (T)y + sizeof (struct p){ 1 } + arr[0] + (z != 0);
end: }
