/** The channel by which the preload script waits until requests are answered: the window is opened before what is behind it. */
export const readyChannel = 'window.opened';
