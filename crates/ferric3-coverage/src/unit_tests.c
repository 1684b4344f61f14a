#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

struct value { enum reader reader; unsigned long long bits; };
struct test { int number; void (*run)(void); };

/* The program's main, or that of its harness. */
extern int ferric3_main();

static const struct value *given;
static size_t given_count, given_at;
static unsigned long long most_cycles = -1ull, cycle;

/* With --coverage, what was counted is written. */
extern void __gcov_dump(void) __attribute__((weak));

static void end(void)
{
    if (__gcov_dump)
        __gcov_dump();
    fflush(0);
    _exit(0);
}

static void give(const struct value *values, size_t count)
{
    given = values;
    given_count = count;
}

static void run(void)
{
    static char name[] = "program", *arguments[] = { name, 0 };
    ((int (*)(int, char **))ferric3_main)(1, arguments);
    end();
}

/* A cycle begins. */
void ferric3_next_cycle(void)
{
    if (cycle++ >= most_cycles)
        end();
}

/* The next value of this function: operands may be evaluated in another order than that of the list. */
static void __attribute__((unused)) copy(void *to, size_t size, enum reader reader)
{
    static unsigned char used[1 << 20];
    for (size_t i = given_at; i < given_count; i++) {
        if (i >= sizeof used || used[i] || given[i].reader != reader)
            continue;
        const unsigned one = 1;
        const unsigned char *bytes = (const unsigned char *) &given[i].bits;
        memcpy(to, *(const unsigned char *) &one ? bytes : bytes + sizeof given[i].bits - size, size);
        used[i] = 1;
        while (given_at < given_count && used[given_at])
            given_at++;
        return;
    }
    end();
}

/* What the program may call without defining it. */
__attribute__((weak)) void __VERIFIER_assume(int holds)
{
    if (!holds)
        end();
}

__attribute__((weak)) void __VERIFIER_cover(int holds)
{
    (void) holds;
}

__attribute__((weak)) void __VERIFIER_error(void)
{
    end();
}

__attribute__((weak)) void reach_error(void)
{
    end();
}

/* TESTS */
int main(int argc, char **argv)
{
    int failed = 0;
    (void) give;
    for (const struct test *test = tests; test->run; test++) {
        if (argc > 1) {
            if (atoi(argv[1]) == test->number)
                test->run();
            continue;
        }
        pid_t child = fork();
        int status = 0;
        if (child == 0) {
            test->run();
            _exit(0);
        }
        if (child < 0 || waitpid(child, &status, 0) < 0) {
            perror("a test cannot be run");
            return 2;
        }
        if (WIFSIGNALED(status)) {
            printf("test %d was ended by signal %d\n", test->number, WTERMSIG(status));
            failed = 1;
        }
    }
    return failed;
}
