/* Conditions that depend on one another: of the five in the first decision each has both values, but some of
 * them never decide alone, because `gear` cannot be 1 and 2 at once. */
// entry: shift
// input: speed 0..200
#include <stdint.h>

uint8_t speed;
_Bool lever;
static uint8_t gear = 1;

uint8_t shift(void) {
    if ((gear == 1 && speed > 30) || (gear == 2 && speed > 60) || lever) {
        if (gear < 3)
            gear++;
    } else if (gear > 1 && speed < 20) {
        gear--;
    }
    if (gear == 0 || gear > 3)
        gear = 1;
    if (speed > 200 && gear == 1)
        gear = 2;
    return gear;
}
