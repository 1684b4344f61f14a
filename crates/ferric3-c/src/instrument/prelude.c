struct __f3_vector { unsigned long long evaluated, values; };
struct __f3_hit { unsigned int hit, run; unsigned long long cycle; };
extern struct __f3_hit *__f3_hits;
extern void __f3_first(unsigned int);
extern void __f3_enter(unsigned int);
extern void __f3_call(unsigned int);
extern void __f3_evaluation(unsigned int, unsigned long long, unsigned long long, int);
static __inline__ __attribute__((unused)) void __f3_h(unsigned int n) { if (!__f3_hits[n].hit) __f3_first(n); }
static __inline__ __attribute__((unused)) void __f3_k(struct __f3_vector *v, unsigned int n) { if (v->evaluated) { v->evaluated = 0; __f3_h(n); } }
static __inline__ __attribute__((unused)) void __f3_i(struct __f3_vector *v, unsigned int n) { if (++v->evaluated == 2) __f3_h(n); }
static __inline__ __attribute__((unused)) void __f3_l(struct __f3_vector *v, unsigned int n) { if (v->evaluated < 2) __f3_h(n + (unsigned int)v->evaluated); }
static __inline__ __attribute__((unused)) void __f3_b(struct __f3_vector *v) { v->evaluated = 0; v->values = 0; }
static __inline__ __attribute__((unused)) int __f3_c(struct __f3_vector *v, int at, unsigned int n, int value) { v->evaluated |= 1ull << at; v->values |= (unsigned long long)value << at; __f3_h(n + (unsigned int)value); return value; }
static __inline__ __attribute__((unused)) int __f3_n(unsigned int n, int value) { __f3_h(n + (unsigned int)value); return value; }
static __inline__ __attribute__((unused)) int __f3_s(struct __f3_vector *v, int at, int value) { v->evaluated |= 1ull << at; v->values |= (unsigned long long)value << at; return value; }
static __inline__ __attribute__((unused)) int __f3_d(struct __f3_vector *v, unsigned int n, int outcome) { __f3_evaluation(n, v->evaluated, v->values, outcome); return outcome; }
