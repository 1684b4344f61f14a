/* What stands behind the probes and the inputs of an instrumented program.
 *
 * Everything that is found out lies in a file that is mapped into memory, so it is there however the program ends.
 * With F3_INPUTS the inputs are read from a file, in order, and the run ends when they are used up. With F3_SEED the
 * program is run again and again with random inputs, each time as a new process. Without either it just runs.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

struct __f3_hit { unsigned int hit, run; unsigned long long cycle; };
struct vector { uint32_t used, decision; uint64_t evaluated, values; uint32_t outcome, run; uint64_t cycle; };
struct header { uint64_t end, inputs, cycles, runs, overflow, ignored[3]; };
struct given { uint32_t function, site; char *digits; int used; };

/* Tables of the program are before this text: PROBES, DECISIONS, VECTORS, ENTRY, INTEGERS, FLOATS, RANGES, integers,
 * floats, ranges. */

enum end { RUNNING, INPUTS_USED_UP, ASSUMPTION, ERROR_CALL, CYCLES_DONE, READS_DONE, NO_SUCH_INPUT,
           UNKNOWN_VALUE };
enum { NOWHERE = 0xffffffffu };

static struct __f3_hit before_start[1 << 16];
struct __f3_hit *__f3_hits = before_start;
static struct vector *vectors;
static struct vector *last_of_decision;
static struct header *header;
static uint32_t run_number;
static uint64_t cycle, most_cycles, most_cycles_of_run, most_reads, reads;
static uint32_t last_call = NOWHERE;
static struct given *given;
static size_t given_count, given_low;
static int is_random;
static uint64_t rng_state;
static uint64_t *previous;
static double *previous_float;

/* Where lines are counted, the counts are written when a program ends by itself. */
extern void __gcov_dump(void) __attribute__((weak));

static void end_run(enum end why)
{
    if (header)
        header->end = why;
    if (__gcov_dump)
        __gcov_dump();
    if (header || is_random)
        _exit(0);
    exit(0);
}

void __f3_first(unsigned int n)
{
    struct __f3_hit *hit = &__f3_hits[n];
    hit->run = run_number;
    hit->cycle = cycle;
    hit->hit = 1;
}

static void hit(unsigned int n)
{
    if (!__f3_hits[n].hit)
        __f3_first(n);
}

void __f3_enter(unsigned int n)
{
    if (n == ENTRY && header) {
        if (is_random ? header->cycles >= most_cycles || cycle >= most_cycles_of_run : cycle >= most_cycles)
            end_run(CYCLES_DONE);
        cycle++;
        header->cycles++;
    }
    hit(n);
}

void __f3_call(unsigned int n)
{
    last_call = n;
    hit(n);
}

/* A call that marks a goal has an argument that is not 0. */
void __f3_mark(int holds)
{
    if (holds && last_call != NOWHERE)
        hit(PROBES + last_call);
}

void __f3_evaluation(unsigned int decision, unsigned long long evaluated, unsigned long long values, int outcome)
{
    if (!vectors)
        return;
    struct vector *last = &last_of_decision[decision];
    if (last->used && last->evaluated == evaluated && last->values == values && last->outcome == (uint32_t) outcome)
        return;
    last->used = 1;
    last->evaluated = evaluated;
    last->values = values;
    last->outcome = outcome;
    uint64_t key = (evaluated * 0x9e3779b97f4a7c15u) ^ (values * 0xc2b2ae3d27d4eb4fu) ^ (decision * 0x165667b19e3779f9u);
    key ^= key >> 29;
    for (unsigned i = 0; i < 64; i++) {
        struct vector *at = &vectors[(key + i) & (VECTORS - 1)];
        if (!at->used) {
            at->decision = decision;
            at->evaluated = evaluated;
            at->values = values;
            at->outcome = outcome;
            at->run = run_number;
            at->cycle = cycle;
            at->used = 1;
            return;
        }
        if (at->decision == decision && at->evaluated == evaluated && at->values == values
            && at->outcome == (uint32_t) outcome)
            return;
    }
    header->overflow++;
}

static uint64_t random_bits(void)
{
    rng_state ^= rng_state >> 12;
    rng_state ^= rng_state << 25;
    rng_state ^= rng_state >> 27;
    return rng_state * 0x2545f4914f6cdd1du;
}

static uint64_t below(uint64_t n)
{
    if (n - 1 < 0xffffffffu)
        return (random_bits() >> 32) * n >> 32;
    return n ? random_bits() % n : random_bits();
}

static const struct range *range_of(uint32_t site)
{
    for (unsigned i = 0; i < RANGES; i++)
        if (ranges[i].site == site)
            return &ranges[i];
    return 0;
}

static uint64_t random_integer(unsigned bits, const struct range *range, uint64_t before)
{
    uint64_t value;
    switch (below(8)) {
    case 0: value = random_bits(); break;
    case 1: value = random_bits() >> below(64); break;
    case 2: value = below(17) - 8; break;
    case 3: {
        static const int64_t special[] = { 0, 1, -1, INT8_MAX, INT8_MIN, INT16_MAX, INT16_MIN, INT32_MAX, INT32_MIN,
                                           INT64_MAX, INT64_MIN };
        value = (uint64_t) special[below(11)] + below(2);
        break;
    }
    case 4: case 5:
        value = INTEGERS ? integers[below(INTEGERS)] + below(3) - 1 : random_bits();
        if (below(4) == 0)
            value = -value;
        break;
    case 6: value = before; break;
    default: value = before + below(3) - 1; break;
    }
    if (range) {
        int64_t number = (int64_t) value;
        if (bits < 64 && range->from < 0)
            number = (int64_t) (value << (64 - bits)) >> (64 - bits);
        else if (bits < 64)
            number = (int64_t) (value & (((uint64_t) 1 << bits) - 1));
        if (number < range->from || number > range->to)
            number = below(8) == 0 ? (below(2) ? range->from : range->to)
                                   : range->from + (int64_t) below((uint64_t) range->to - range->from + 1);
        value = (uint64_t) number;
    }
    return value;
}

static double random_float(unsigned bits, const struct range *range, double before)
{
    double value, unit = (double) (random_bits() >> 11) * 0x1p-53;
    switch (below(8)) {
    case 0: {
        uint64_t pattern = random_bits();
        if (bits == 32) {
            uint32_t narrow = (uint32_t) pattern;
            float single;
            memcpy(&single, &narrow, sizeof single);
            value = single;
        } else
            memcpy(&value, &pattern, sizeof value);
        break;
    }
    case 1: value = (unit - 0.5) * 20; break;
    case 2: value = (unit - 0.5) * 2000; break;
    case 3: {
        static const double special[] = { 0.0, -0.0, 1.0, -1.0, 0x1p-1022, 0x1.fffffep127, 1e30, -1e30, 1e-30 };
        value = special[below(9)];
        break;
    }
    case 4: value = FLOATS ? floats[below(FLOATS)] : unit; break;
    case 5: value = FLOATS ? floats[below(FLOATS)] * (1 + (unit - 0.5) / 8) : unit; break;
    case 6: value = before; break;
    default: value = before + (unit - 0.5); break;
    }
    if (below(4) == 0)
        value = -value;
    if (range && !(value >= range->float_from && value <= range->float_to))
        value = below(8) == 0 ? (below(2) ? range->float_from : range->float_to)
                              : range->float_from + unit * (range->float_to - range->float_from);
    return value;
}

/* The next value that was given for a function, of the place that calls it if that is known. */
static const char *next_given(uint32_t function)
{
    struct given *other = 0;
    for (size_t i = given_low; i < given_count; i++) {
        struct given *at = &given[i];
        if (at->used) {
            if (i == given_low)
                given_low++;
            continue;
        }
        if (at->function != function)
            continue;
        if (at->site == NOWHERE || at->site == last_call) {
            at->used = 1;
            return at->digits;
        }
        if (!other)
            other = at;
    }
    if (!other)
        end_run(given_low >= given_count ? INPUTS_USED_UP : NO_SUCH_INPUT);
    other->used = 1;
    return other->digits;
}

/* The same as a number: its last 64 bits. */
static uint64_t given_number(uint32_t function)
{
    if (!given)
        return 0;
    const char *digits = next_given(function);
    size_t length = strlen(digits);
    return strtoull(length > 16 ? digits + length - 16 : digits, 0, 16);
}

static void count_reading(void)
{
    reads++;
    if (header)
        header->inputs++;
    if (is_random && reads > most_reads)
        end_run(READS_DONE);
}

/* `previous` has a place for each call, and one for calls from elsewhere. */
static uint32_t site(void)
{
    return last_call == NOWHERE ? PROBES : last_call;
}

uint64_t __f3_integer(uint32_t function, unsigned bits)
{
    count_reading();
    if (!is_random)
        return given_number(function);
    return previous[site()] = random_integer(bits, range_of(last_call), previous[site()]);
}

double __f3_double(uint32_t function, unsigned bits)
{
    count_reading();
    if (is_random)
        return previous_float[site()] = random_float(bits, range_of(last_call), previous_float[site()]);
    uint64_t pattern = given_number(function);
    double value;
    memcpy(&value, &pattern, sizeof value);
    return value;
}

float __f3_single(uint32_t function, unsigned bits)
{
    if (is_random)
        return (float) __f3_double(function, bits);
    count_reading();
    uint32_t pattern = (uint32_t) given_number(function);
    float value;
    memcpy(&value, &pattern, sizeof value);
    return value;
}

/* A whole object, if its value is given; at random its parts are. */
int __f3_bytes(uint32_t function, void *object, unsigned long size)
{
    memset(object, 0, size);
    if (is_random)
        return 0;
    count_reading();
    if (!given)
        return 1;
    const char *digits = next_given(function);
    size_t length = strlen(digits);
    for (size_t at = 0; at < size && at * 2 < length; at++) {
        size_t end = length - at * 2, begin = end >= 2 ? end - 2 : 0;
        char pair[3] = { 0 };
        memcpy(pair, digits + begin, end - begin);
        ((unsigned char *) object)[at] = (unsigned char) strtoul(pair, 0, 16);
    }
    return 1;
}

/* A value is needed that cannot be given. */
void __f3_unknown(void)
{
    end_run(UNKNOWN_VALUE);
}

void __f3_assume(int holds)
{
    if (!holds)
        end_run(ASSUMPTION);
}

void __f3_error(void)
{
    end_run(ERROR_CALL);
}

static uint64_t number(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text ? strtoull(text, 0, 10) : otherwise;
}

static void read_given(const char *path)
{
    FILE *file = fopen(path, "r");
    size_t room = 1024;
    given = calloc(room, sizeof *given);
    unsigned function, from;
    char *digits;
    while (file && given && fscanf(file, "%u %u %ms", &function, &from, &digits) == 3) {
        if (given_count == room) {
            room *= 2;
            given = realloc(given, room * sizeof *given);
            if (!given)
                abort();
        }
        struct given one = { function, from, digits, 0 };
        given[given_count++] = one;
    }
    if (file)
        fclose(file);
}

static void *map(const char *path)
{
    size_t size = sizeof(struct header) + 2 * (size_t) PROBES * sizeof(struct __f3_hit)
        + (size_t) VECTORS * sizeof(struct vector);
    int file = open(path, O_RDWR);
    void *memory = file < 0 || ftruncate(file, (off_t) size) ? MAP_FAILED
        : mmap(0, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED)
        abort();
    close(file);
    return memory;
}

/* Run the program in new processes until there are enough cycles. Returns in each of them. */
static void run_at_random(uint64_t seed)
{
    uint64_t most_runs = number("F3_RUNS", UINT64_MAX), seconds = number("F3_SECONDS", 60);
    time_t start = time(0);
    for (; header->runs < most_runs; run_number++) {
        uint64_t spent = (uint64_t) (time(0) - start);
        /* Without an entry, a run is a cycle. */
        uint64_t done = ENTRY == NOWHERE ? header->runs : header->cycles;
        if (spent >= seconds || done >= most_cycles)
            break;
        pid_t child = fork();
        if (child == 0) {
#ifdef __linux__
            prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
            alarm((unsigned) (seconds - spent) + 1);
            rng_state = (seed + run_number) * 0x9e3779b97f4a7c15u + 1;
            random_bits();
            return;
        }
        int status;
        if (child < 0 || waitpid(child, &status, 0) < 0)
            break;
        header->runs++;
    }
    _exit(0);
}

__attribute__((constructor(101))) static void start(void)
{
    const char *report = getenv("F3_REPORT"), *inputs = getenv("F3_INPUTS"), *seed = getenv("F3_SEED");
    if (!report) {
        if (2 * (size_t) PROBES > sizeof before_start / sizeof *before_start)
            __f3_hits = calloc(2 * (size_t) PROBES + 1, sizeof *__f3_hits);
        return;
    }
    char *memory = map(report);
    header = (struct header *) memory;
    __f3_hits = (struct __f3_hit *) (memory + sizeof *header);
    vectors = (struct vector *) (__f3_hits + 2 * (size_t) PROBES);
    last_of_decision = calloc((size_t) DECISIONS + 1, sizeof *last_of_decision);
    most_cycles = number("F3_CYCLES", UINT64_MAX);
    most_cycles_of_run = number("F3_CYCLES_OF_A_RUN", UINT64_MAX);
    most_reads = number("F3_READS", UINT64_MAX);
    if (inputs)
        read_given(inputs);
    if (seed) {
        is_random = 1;
        previous = calloc((size_t) PROBES + 1, sizeof *previous);
        previous_float = calloc((size_t) PROBES + 1, sizeof *previous_float);
        run_at_random(strtoull(seed, 0, 10));
    }
}

