/** Printing that nobody may read: `burnish run … | head -1` still finishes its photographs. */

/**
 * Keeps the program running if a stream cannot be written: its reader is gone (EPIPE), its terminal is closed (EIO), or
 * its disk is full. Otherwise, the next line would end the program in the middle of its work.
 */
export function ignoreBrokenPipe(streams: readonly NodeJS.WriteStream[] = [process.stdout, process.stderr]): void {
  for (const stream of streams) {
    if (!stream.listeners('error').includes(ignore)) stream.on('error', ignore);
  }
}

/** Write errors by stream. A reader that is gone is none. */
const lost = new WeakMap<object, Error>();

function ignore(this: NodeJS.WriteStream, fault: NodeJS.ErrnoException): void {
  // Without a reader, nothing is missed; with one, the exit code shows the error.
  if (fault.code !== 'EPIPE' && !(fault.code === 'EIO' && this.isTTY)) lost.set(this, fault);
}

/** For whom the words are the work: why some of them are not where they go; null where all are. */
export async function lastWriteError(stream: NodeJS.WriteStream): Promise<Error | null> {
  // Streams tell of it a turn later.
  await new Promise(setImmediate);
  return lost.get(stream) ?? null;
}

/** Writes a line; a stream to a file may tell of a full disk by throwing. */
export function writeLine(stream: NodeJS.WriteStream, text: string): void {
  try {
    stream.write(`${text}\n`);
  } catch (fault) {
    ignore.call(stream, fault as Error);
  }
}
