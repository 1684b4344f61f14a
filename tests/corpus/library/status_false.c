// expect: FALSE
// why: Macros about the status of a process are expressions.
#include <assert.h>
#include <sys/wait.h>

int main(void) {
    int status = 3 << 8;
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 9 && !WIFSIGNALED(status));
    assert(WIFSIGNALED(9) && WTERMSIG(9) == 9);
    return 0;
}
