/** Follows the coded data of a JPEG, to check a picture without an end marker. */
import { marker } from './jpeg-segments.ts';

/** Code length (upper byte; 0 = none) and symbol, by the next 16 bits. */
type CodeTable = Uint16Array;

interface Component {
  readonly blocks: number;
  readonly dc: CodeTable;
  readonly ac: CodeTable;
}

interface Frame {
  readonly width: number;
  readonly height: number;
  /** By component id. */
  readonly sampling: ReadonlyMap<number, { readonly across: number; readonly down: number }>;
}

/**
 * Whether all blocks of the picture are coded in `bytes`: for sequential JPEGs with one scan, as cameras write them.
 * False for others. Takes 20 to 50 ms per megabyte.
 */
export function hasAllBlocks(bytes: Buffer): boolean {
  try {
    return followScan(bytes);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function followScan(bytes: Buffer): boolean {
  const tables = new Map<number, CodeTable>();
  let frame: Frame | null = null;
  let restartEvery = 0;
  for (let offset = 2; ; ) {
    if (bytes.readUInt8(offset) !== 0xff) return false;
    const kind = bytes.readUInt8(offset + 1);
    if (kind === 0xff) {
      offset += 1;
      continue;
    }
    const content = bytes.subarray(offset + 4, offset + 2 + bytes.readUInt16BE(offset + 2));
    offset += 4 + content.length;
    if (kind === marker.huffmanTables) readTables(content, tables);
    else if (kind === marker.restartInterval) restartEvery = content.readUInt16BE(0);
    else if (kind === marker.baseline || kind === marker.sequential) frame = readFrame(content);
    else if (kind === marker.startOfScan)
      return frame !== null && isScanComplete(bytes, offset, content, frame, tables, restartEvery);
  }
}

function readTables(content: Buffer, tables: Map<number, CodeTable>): void {
  for (let offset = 0; offset < content.length; ) {
    const table = new Uint16Array(65_536);
    let value = offset + 17;
    let next = 0;
    for (let length = 1; length <= 16; length++) {
      for (let bitCount = content.readUInt8(offset + length); bitCount > 0; bitCount--) {
        const end = next + (65_536 >> length);
        table.fill((length << 8) | content.readUInt8(value++), next, end);
        next = end;
      }
    }
    tables.set(content.readUInt8(offset), table);
    offset = value;
  }
}

function readFrame(content: Buffer): Frame {
  const sampling = new Map<number, { across: number; down: number }>();
  for (let index = 0; index < content.readUInt8(5); index++) {
    const factors = content.readUInt8(7 + index * 3);
    sampling.set(content.readUInt8(6 + index * 3), { across: factors >> 4, down: factors & 15 });
  }
  return { height: content.readUInt16BE(1), width: content.readUInt16BE(3), sampling };
}

function isScanComplete(
  bytes: Buffer,
  start: number,
  head: Buffer,
  { width, height, sampling }: Frame,
  tables: ReadonlyMap<number, CodeTable>,
  restartEvery: number,
): boolean {
  const count = head.readUInt8(0);
  if (count !== sampling.size) return false;
  const components: Component[] = [];
  for (let index = 0; index < count; index++) {
    const factors = sampling.get(head.readUInt8(1 + index * 2));
    const tableSelectors = head.readUInt8(2 + index * 2);
    const dc = tables.get(tableSelectors >> 4);
    const ac = tables.get(16 + (tableSelectors & 15));
    if (factors === undefined || dc === undefined || ac === undefined) return false;
    components.push({ blocks: count === 1 ? 1 : factors.across * factors.down, dc, ac });
  }
  // A single component has units of one block.
  const all = [...sampling.values()];
  const side = (factor: 'across' | 'down') => 8 * (count === 1 ? 1 : Math.max(...all.map((each) => each[factor])));
  const units = Math.ceil(width / side('across')) * Math.ceil(height / side('down'));
  const bits = bitReader(bytes, start);
  for (let unit = 0; unit < units; unit++) {
    if (restartEvery > 0 && unit > 0 && unit % restartEvery === 0) bits.restart();
    for (const { blocks, dc, ac } of components) {
      for (let block = 0; block < blocks; block++) followBlock(bits, dc, ac);
    }
  }
  return units > 0;
}

type Bits = ReturnType<typeof bitReader>;

function followBlock(bits: Bits, dc: CodeTable, ac: CodeTable): void {
  bits.skip(bits.symbol(dc));
  for (let coefficient = 1; coefficient < 64; coefficient++) {
    const symbol = bits.symbol(ac);
    // Zero ends the block; 0xf0 is a run of 15 zeros.
    if (symbol === 0) return;
    coefficient += symbol >> 4;
    bits.skip(symbol & 15);
  }
}

/** Its functions throw RangeError for incomplete or invalid data. */
function bitReader(bytes: Buffer, start: number) {
  let offset = start;
  let buffer = 0;
  /** Valid bits in `buffer`, and padding bits among them. */
  let bitCount = 0;
  let missing = 0;
  const fill = () => {
    while (bitCount <= 16) {
      let byte = offset < bytes.length ? (bytes[offset] as number) : 0;
      // Skip a stuffed zero.
      if (offset >= bytes.length || (byte === 0xff && bytes[offset + 1] !== 0)) {
        byte = 0;
        missing += 8;
      } else offset += byte === 0xff ? 2 : 1;
      buffer = ((buffer & ((1 << bitCount) - 1)) << 8) | byte;
      bitCount += 8;
    }
  };
  const skip = (count: number) => {
    fill();
    bitCount -= count;
    if (bitCount < missing) throw new RangeError('the coded data end');
  };
  return {
    /** @param count at most 16 */
    skip,
    symbol(table: CodeTable): number {
      fill();
      const found = table[(buffer >> (bitCount - 16)) & 0xffff] as number;
      if (found === 0) throw new RangeError('a code that stands for nothing');
      skip(found >> 8);
      return found & 0xff;
    },
    restart(): void {
      [buffer, bitCount, missing] = [0, 0, 0];
      while (bytes.readUInt8(offset) === 0xff && bytes.readUInt8(offset + 1) === 0xff) offset++;
      const kind = bytes.readUInt8(offset + 1);
      if (bytes.readUInt8(offset) !== 0xff || kind < 0xd0 || kind > 0xd7) throw new RangeError('a restart is missing');
      offset += 2;
    },
  };
}
