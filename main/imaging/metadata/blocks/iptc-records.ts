/** Splits and assembles IPTC records (IPTC-NAA Information Interchange Model 4.2). */

export interface IptcRecord {
  readonly record: number;
  readonly dataset: number;
  readonly data: Buffer;
}

/** Returns the complete records. */
export function readRecords(block: Buffer): IptcRecord[] {
  const records: IptcRecord[] = [];
  for (let offset = 0; offset + 5 <= block.length && block[offset] === 0x1c; ) {
    const size = block.readUInt16BE(offset + 3);
    // An extended dataset states the byte count of its length.
    const more = size < 0x8000 ? 0 : size & 0x7fff;
    if (more > 4 || offset + 5 + more > block.length) break;
    const from = offset + 5 + more;
    const to = from + (more === 0 ? size & 0x7fff : block.readUIntBE(offset + 5, more));
    if (to > block.length) break;
    records.push({ record: block[offset + 1] ?? 0, dataset: block[offset + 2] ?? 0, data: block.subarray(from, to) });
    offset = to;
  }
  return records;
}

/** Decodes UTF-8, declared or not, or else Windows-1252. */
export const decodeText = (bytes: Buffer): string => decodeBytes(bytes).replaceAll('\0', '').trim();

function decodeBytes(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const isCharacterSet = ({ record, dataset }: IptcRecord) => record === 1 && dataset === 90;
const isVersion = ({ record, dataset }: IptcRecord) => record === 2 && dataset === 0;
/** Other datasets of record 2 are previews. */
const isText = ({ record, dataset }: IptcRecord) => record === 2 && dataset > 0 && dataset < 200;

/** Encodes records with additional texts, in UTF-8. */
export function encodeRecords(
  records: readonly IptcRecord[],
  added: readonly { readonly dataset: number; readonly text: string }[],
): Buffer {
  const decoded = records
    .filter((each) => !isCharacterSet(each))
    .map((each) => (isText(each) ? { ...each, data: Buffer.from(decodeBytes(each.data)) } : each));
  const texts = added.map(({ dataset, text }) => ({ record: 2, dataset, data: Buffer.from(text) }));
  const all = [
    { record: 1, dataset: 90, data: Buffer.from('\x1b%G', 'latin1') },
    ...(decoded.some(isVersion) ? [] : [{ record: 2, dataset: 0, data: Buffer.from([0, 4]) }]),
    ...decoded,
    ...texts,
  ];
  return Buffer.concat(
    all
      .toSorted((a, b) => a.record - b.record)
      .flatMap(({ record, dataset, data }) => [recordHead(record, dataset, data.length), data]),
  );
}

function recordHead(record: number, dataset: number, length: number): Buffer {
  const head = Buffer.from([0x1c, record, dataset, 0, 0]);
  if (length < 0x8000) {
    head.writeUInt16BE(length, 3);
    return head;
  }
  head.writeUInt16BE(0x8004, 3);
  const long = Buffer.alloc(4);
  long.writeUInt32BE(length);
  return Buffer.concat([head, long]);
}
