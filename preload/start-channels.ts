/** Apart from `channels.ts`, whose schemas take 100 ms before the window. */

/** Resolves when main handles requests. */
export const readyChannel = 'window.opened';

/** Reports the first paint. */
export const paintedChannel = 'window.painted';
