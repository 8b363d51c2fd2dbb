/** Printing that nobody may read: `burnish run … | head -1` still finishes its photographs. */

/**
 * Goes on without printing where a reader has gone away (EPIPE), or the disk its words go to is full. Without this, the next line would
 * end the program in the middle of its work.
 */
export function outliveReaders(streams: readonly NodeJS.WriteStream[] = [process.stdout, process.stderr]): void {
  for (const stream of streams) {
    if (!stream.listeners('error').includes(ignore)) stream.on('error', ignore);
  }
}

function ignore(): void {
  // Whoever is not there any more needs no message, and whoever is sees the exit code.
}

/** Writes a line; a stream to a file tells of a full disk by throwing. */
export function writeLine(stream: NodeJS.WriteStream, text: string): void {
  try {
    stream.write(`${text}\n`);
  } catch {
    ignore();
  }
}
