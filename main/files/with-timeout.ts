const defaultTimeoutMs = 20_000;

/**
 * Limits the time of a file operation, which itself continues because it cannot be aborted.
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
