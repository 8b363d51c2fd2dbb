/** Run lengths as Photoshop packs rows of a channel (PackBits). */

/** Bytes a packed row of `length` takes at most. */
export function maxPackedLength(length: number): number {
  return length + Math.ceil(length / 128);
}

/** Packs `row` into `to` from `offset` on. @returns where the packed row ends */
export function packRow(row: Uint8Array, to: Uint8Array, offset: number): number {
  let out = offset;
  let from = 0;
  while (from < row.length) {
    const run = runAt(row, from);
    if (run >= 3) {
      to[out++] = 257 - run;
      to[out++] = row[from] as number;
      from += run;
      continue;
    }
    let end = from + run;
    // A run of two inside other bytes costs more than it saves.
    while (end < row.length && end - from < 128) {
      const next = runAt(row, end);
      if (next >= 3) break;
      end += next;
    }
    end = Math.min(end, from + 128);
    to[out++] = end - from - 1;
    for (; from < end; from++) to[out++] = row[from] as number;
  }
  return out;
}

/** How many bytes from `start` on are the same, up to 128. */
function runAt(row: Uint8Array, start: number): number {
  const value = row[start];
  const maxEnd = Math.min(row.length, start + 128);
  let end = start + 1;
  while (end < maxEnd && row[end] === value) end++;
  return end - start;
}
