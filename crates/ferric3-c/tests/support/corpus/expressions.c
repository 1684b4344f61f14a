int a, b, c, array[4];
struct s { int x; struct s *p; } s;
int f(int x, int y) { return x; }
int main(void) {
    a = b = c = 3; a += b -= c * 2; a <<= 1; b >>= 1; c ^= a | b & ~c; c %= 7;
    a = (b, c) ? f(a++, --b) : !a && b || (c >= 2) != (a <= 1);
    array[a & 3] = *(array + 1) + *&b - -c + +a; array[0]++;
    s.p = &s; s.p->p->x = (char)(unsigned char)300 + sizeof a + sizeof(int[3]) + sizeof(struct s);
    a = 'x' + '\\' + '\'' + "str" "ing"[1] + 0x7fffffff + 017 + 1u + 2l + 3ull;
    return a / 3 % 2 == (b < c) == (a > c);
}
