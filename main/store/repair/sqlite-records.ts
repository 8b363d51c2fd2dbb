/** Parses records and cells of a possibly damaged file (https://sqlite.org/fileformat2.html, sections 1.6 and 2). */

export type Value = number | string | Buffer | null;

export interface Cell {
  /** The rowid of a row; 0 in an index and a table without rowid. */
  readonly rowid: number;
  /** Page with the rows before this one; 0 in a leaf. */
  readonly child: number;
  /** Null on an interior page of a rowid table, which holds only keys. */
  readonly values: readonly Value[] | null;
}

/** First bytes of the pages of trees. */
export const pageKinds = { indexInterior: 2, tableInterior: 5, indexLeaf: 10, tableLeaf: 13 } as const;

/** Parses a number of 1 to 9 bytes at `offset`. Returns null if it is truncated. */
function parseVarint(bytes: Buffer, offset: number): { value: number; end: number } | null {
  let value = 0;
  for (let index = 0; index < 9; index += 1) {
    const byte = bytes[offset + index];
    if (byte === undefined) return null;
    if (index === 8) return { value: value * 256 + byte, end: offset + 9 };
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, end: offset + index + 1 };
  }
  return null;
}

/** Returns the values of a record, or null if it is inconsistent. */
function parseRecord(payload: Buffer): readonly Value[] | null {
  const header = parseVarint(payload, 0);
  if (header === null || header.value < header.end || header.value > payload.length) return null;
  const values: Value[] = [];
  let body = header.value;
  for (let offset = header.end; offset < header.value; ) {
    const type = parseVarint(payload, offset);
    if (type === null) return null;
    offset = type.end;
    const length = lengthOf(type.value);
    if (length === null || body + length > payload.length) return null;
    values.push(readValue(type.value, payload.subarray(body, body + length)));
    body += length;
  }
  return body === payload.length ? values : null;
}

function lengthOf(type: number): number | null {
  if (type >= 12) return Math.floor((type - 12) / 2);
  return [0, 1, 2, 3, 4, 6, 8, 8, 0, 0][type] ?? null;
}

function readValue(type: number, bytes: Buffer): Value {
  if (type >= 12) return type % 2 === 0 ? bytes : bytes.toString('utf8');
  switch (type) {
    case 0:
      return null;
    case 7:
      return bytes.readDoubleBE();
    case 8:
      return 0;
    case 9:
      return 1;
    case 6:
      return Number(bytes.readBigInt64BE());
    default:
      return bytes.readIntBE(0, bytes.length);
  }
}

export interface TreePage {
  /** In order; null for an unreadable cell. */
  readonly cells: readonly (Cell | null)[];
  /** One of `pageKinds`. */
  readonly kind: number;
  /** Page with the rows after the last cell; 0 in a leaf. */
  readonly last: number;
}

/**
 * Parses a page of a tree, or returns null for other pages.
 * @param usable number of usable bytes per page
 * @param pageOf returns a page by number, or null
 */
export function parsePage(
  page: Buffer,
  isFirst: boolean,
  usable: number,
  pageOf: (number: number) => Buffer | null,
): TreePage | null {
  const start = isFirst ? 100 : 0;
  const kind = page[start] ?? 0;
  if (!(Object.values(pageKinds) as number[]).includes(kind)) return null;
  const isInterior = kind === pageKinds.indexInterior || kind === pageKinds.tableInterior;
  const pointers = start + (isInterior ? 12 : 8);
  const count = page.readUInt16BE(start + 3);
  if (pointers + 2 * count > usable) return null;
  const cells: (Cell | null)[] = [];
  for (let index = 0; index < count; index += 1) {
    const offset = page.readUInt16BE(pointers + 2 * index);
    const isInside = offset >= pointers + 2 * count && offset + 4 <= usable;
    cells.push(isInside ? parseCell(page.subarray(0, usable), offset, kind, usable, pageOf) : null);
  }
  return { cells, kind, last: isInterior ? page.readUInt32BE(start + 8) : 0 };
}

function parseCell(
  page: Buffer,
  start: number,
  kind: number,
  usable: number,
  pageOf: (number: number) => Buffer | null,
): Cell | null {
  const isInterior = kind === pageKinds.indexInterior || kind === pageKinds.tableInterior;
  const child = isInterior ? page.readUInt32BE(start) : 0;
  let offset = isInterior ? start + 4 : start;
  if (kind === pageKinds.tableInterior) {
    const key = parseVarint(page, offset);
    return key && { rowid: key.value, child, values: null };
  }
  const size = parseVarint(page, offset);
  if (size === null) return null;
  offset = size.end;
  const rowid = kind === pageKinds.tableLeaf ? parseVarint(page, offset) : { value: 0, end: offset };
  if (rowid === null) return null;
  const payload = readPayload(page, rowid.end, size.value, kind === pageKinds.tableLeaf, usable, pageOf);
  const values = payload && parseRecord(payload);
  return values && { rowid: rowid.value, child, values };
}

/** A longer payload is damaged. */
const maxPayloadBytes = 256 * 1024 * 1024;

function readPayload(
  page: Buffer,
  offset: number,
  size: number,
  isTable: boolean,
  usable: number,
  pageOf: (number: number) => Buffer | null,
): Buffer | null {
  if (size > maxPayloadBytes) return null;
  const maxLocal = isTable ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
  const minLocal = Math.floor(((usable - 12) * 32) / 255) - 23;
  const spilled = minLocal + ((size - minLocal) % (usable - 4));
  const local = size <= maxLocal ? size : spilled <= maxLocal ? spilled : minLocal;
  if (offset + local + (local < size ? 4 : 0) > usable) return null;
  const parts = [page.subarray(offset, offset + local)];
  let next = local < size ? page.readUInt32BE(offset + local) : 0;
  for (let left = size - local; left > 0; left -= usable - 4) {
    const overflow = next === 0 ? null : pageOf(next);
    if (overflow === null) return null;
    parts.push(overflow.subarray(4, 4 + Math.min(left, usable - 4)));
    next = overflow.readUInt32BE(0);
  }
  return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
}
