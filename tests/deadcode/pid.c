/* A controller in fixed point (Q8) with anti-windup: the integrator is clamped before it is used, so
 * what asks again whether it is too large is dead. */
// entry: step
// init: init
#include <stdint.h>

#define LIMIT 25600
#define OUTPUT_LIMIT 12800

volatile int16_t setpoint; /* ferric3: input -1000..1000 */
volatile int16_t measured; /* ferric3: input -1000..1000 */
int16_t output;
static int32_t integral;
static int16_t last_error;
static uint8_t faults;

void init(void) {
    integral = 0;
    last_error = 0;
    faults = 0;
}

static int32_t clamp(int32_t value, int32_t limit) {
    if (value > limit)
        return limit;
    if (value < -limit)
        return -limit;
    return value;
}

void step(void) {
    int16_t error = setpoint - measured;
    int32_t command;
    integral = clamp(integral + 5 * error, LIMIT);
    if (integral > LIMIT || integral < -LIMIT) {
        faults++;
        integral = 0;
    }
    command = 12 * error + (integral >> 2) + 3 * (error - last_error);
    last_error = error;
    command = clamp(command, OUTPUT_LIMIT);
    if (command > 20000)
        command = 20000;
    output = (int16_t)command;
    if (faults > 3)
        output = 0;
}
