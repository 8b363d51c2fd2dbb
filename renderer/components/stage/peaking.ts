/** What counts as in focus: gradients of brightness as Sobel measures them, by the numbers that the window's filter takes. Pure. */

/** To the right, to the left, down and up: a filter cuts off what is below 0, so that each way has its own. */
const kernels = [
  [-1, 0, 1, -2, 0, 2, -1, 0, 1],
  [1, 0, -1, 2, 0, -2, 1, 0, -1],
  [-1, -2, -1, 0, 0, 0, 1, 2, 1],
  [1, 2, 1, 0, 0, 0, -1, -2, -1],
] as const;
export const edgeKernels = kernels.map((kernel) => kernel.join(' '));

/** Gradients (0..1 over two px) below the first are none, above the second they are full. */
const [from, to] = [0.12, 0.3];
const slope = 1 / (to - from);
export const alphaOfGradient = { slope, intercept: -from * slope } as const;

/** A green that no skin, cloth or leaf has. */
export const peakingColor = '#2bff6a';
