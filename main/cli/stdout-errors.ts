/** Printing that nobody may read: `burnish run … | head -1` still finishes its photographs. */

/**
 * Goes on without printing where a reader has gone away (EPIPE), or the disk its words go to is full. Without this, the next line would
 * end the program in the middle of its work.
 */
export function ignoreBrokenPipe(streams: readonly NodeJS.WriteStream[] = [process.stdout, process.stderr]): void {
  for (const stream of streams) {
    if (!stream.listeners('error').includes(ignore)) stream.on('error', ignore);
  }
}

/** What streams could not write, by stream; that nobody reads any more is none. */
const lost = new WeakMap<object, Error>();

function ignore(this: NodeJS.WriteStream, fault: NodeJS.ErrnoException): void {
  // Whoever is not there any more needs no message, and whoever is sees the exit code.
  if (fault.code !== 'EPIPE') lost.set(this, fault);
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
