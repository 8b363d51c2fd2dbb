/** Displays opened by `scripts/display.ts`, one for each worker of the window tests. */
export const displays = process.env.BURNISH_DISPLAYS?.split(',') ?? [];

// As a set-up file in a worker: VITEST_POOL_ID starts at 1.
const display = displays[Number(process.env.VITEST_POOL_ID) - 1];
if (display !== undefined) process.env.DISPLAY = display;
