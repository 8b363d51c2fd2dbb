const tickMs = 250;

/** Calls `onEnd` after `ms`, not counting the time while `isPaused` returns true. Returns a function that stops it. */
export function startCountdown(ms: number, isPaused: () => boolean, onEnd: () => void): () => void {
  let left = ms;
  const timer = setInterval(() => {
    if (isPaused()) return;
    left -= tickMs;
    if (left > 0) return;
    clearInterval(timer);
    onEnd();
  }, tickMs);
  return () => clearInterval(timer);
}
