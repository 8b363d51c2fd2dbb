/** Puts a limit to how long a disk or a network share may take to answer. */

/** A share that does not answer for so long (ms) is away. */
const defaultTimeoutMs = 20_000;

/**
 * The end of `work`, or after `ms` the file system's error for a disk that does not answer. In real time, which is what disks
 * take; the work itself cannot be called off.
 * @throws ETIMEDOUT
 */
export async function withTimeout<T>(work: Promise<T>, ms = defaultTimeoutMs): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
