/** Run lengths as Photoshop packs rows of a channel (PackBits). */

/** Bytes a packed row of `length` takes at most. */
export function maxPackedLength(length: number): number {
  return length + Math.ceil(length / 128);
}

/** Packs `row` into `to` from `at` on. @returns where the packed row ends */
export function packRow(row: Uint8Array, to: Uint8Array, at: number): number {
  let out = at;
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

/** How many bytes from `at` on are the same, up to 128. */
function runAt(row: Uint8Array, at: number): number {
  const value = row[at];
  const most = Math.min(row.length, at + 128);
  let end = at + 1;
  while (end < most && row[end] === value) end++;
  return end - at;
}
