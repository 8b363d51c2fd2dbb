/** Output that may have no reader: `burnish run … | head -1` still finishes its photographs. */

/**
 * Keeps the program running if a stream cannot be written: its reader is gone (EPIPE), its terminal is closed (EIO), or
 * its disk is full. Otherwise, the next line would end the program in the middle of its work.
 */
export function ignoreBrokenPipe(streams: readonly NodeJS.WriteStream[] = [process.stdout, process.stderr]): void {
  for (const stream of streams) {
    if (!stream.listeners('error').includes(ignore)) stream.on('error', ignore);
  }
}

const writeErrors = new WeakMap<object, Error>();

function ignore(this: NodeJS.WriteStream, error: NodeJS.ErrnoException): void {
  // A reader notices the error by the exit code. Without readers, nothing is missed.
  if (error.code !== 'EPIPE' && !(error.code === 'EIO' && this.isTTY)) writeErrors.set(this, error);
}

/** Returns why a stream lost output, for commands whose output is their result; null if it lost none. */
export async function lastWriteError(stream: NodeJS.WriteStream): Promise<Error | null> {
  // Streams emit errors one turn later.
  await new Promise(setImmediate);
  return writeErrors.get(stream) ?? null;
}

/** Writes a line. A stream to a file may throw if the disk is full. */
export function writeLine(stream: NodeJS.WriteStream, text: string): void {
  try {
    stream.write(`${text}\n`);
  } catch (error) {
    ignore.call(stream, error as Error);
  }
}
