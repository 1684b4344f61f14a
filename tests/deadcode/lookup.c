/* Interpolation in a table. The index is clamped, and the table grows, so the checks behind are dead. */
// entry: torque
#include <stdint.h>

#define POINTS 6

static const int16_t speeds[POINTS] = {0, 500, 1000, 2000, 4000, 6000};
static const int16_t torques[POINTS] = {0, 120, 180, 220, 200, 150};

int16_t torque(int16_t speed) {
    int i = 0;
    int32_t width, height;
    if (speed <= speeds[0])
        return torques[0];
    if (speed >= speeds[POINTS - 1])
        return torques[POINTS - 1];
    while (i < POINTS - 2 && speed >= speeds[i + 1])
        i++;
    width = speeds[i + 1] - speeds[i];
    height = torques[i + 1] - torques[i];
    if (width == 0)
        return torques[i];
    if (i >= POINTS - 1)
        return torques[POINTS - 1];
    return (int16_t)(torques[i] + height * (speed - speeds[i]) / width);
}
