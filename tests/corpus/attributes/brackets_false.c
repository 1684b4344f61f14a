// expect: FALSE
// why: The attributes of C23 that change nothing may stand behind `struct` and behind a name, too.
#include <assert.h>
struct [[deprecated("use another")]] old {
    int a [[maybe_unused]];
};
[[nodiscard, gnu::cold]] static int next(int x [[gnu::unused]])
{
    switch (x) {
    case 1:
        x = 5;
        [[fallthrough]];
    default:
        x++;
    }
    return x;
}
int main(void)
{
    struct old old = {3};
    assert(next(1) == 5 && old.a == 3);
    return 0;
}
