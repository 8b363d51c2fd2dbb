/** Raw files in the structure of cameras around a given JPEG, without sensor data. */

export interface RawField {
  readonly tag: number;
  /** 1 BYTE, 2 text, 3 SHORT, 4 LONG, 5 and 10 RATIONAL, unsigned and signed, 7 bytes. */
  readonly type: 1 | 2 | 3 | 4 | 5 | 7 | 10;
  readonly values: readonly number[] | Buffer | string;
}

/** A TIFF directory; `jpeg` gives its strips or JPEG, under the format's tags. */
export interface RawDirectory {
  readonly fields: readonly RawField[];
  readonly jpeg?: { readonly bytes: Buffer; readonly offsetTag: number; readonly lengthTag: number };
  readonly subs?: readonly RawDirectory[];
  readonly exif?: RawDirectory;
}

/** @param magic the two bytes after the byte order: 42 for TIFF, 0x55 RW2, 0x4f52 ORF */
export function tiffRaw(directories: readonly RawDirectory[], magic = 42): Buffer {
  let file = Buffer.alloc(8);
  file.write('II', 'latin1');
  file.writeUInt16LE(magic, 2);
  const append = (bytes: Buffer): number => {
    const at = file.length + (file.length % 2);
    file = Buffer.concat([file, Buffer.alloc(at - file.length), bytes]);
    return at;
  };
  const long = (tag: number, ...values: number[]): RawField => ({ tag, type: 4, values });
  const write = ({ fields, jpeg, subs, exif }: RawDirectory, next: number): number => {
    const all = [...fields];
    if (jpeg) all.push(long(jpeg.offsetTag, append(jpeg.bytes)), long(jpeg.lengthTag, jpeg.bytes.length));
    if (subs) all.push(long(330, ...subs.map((sub) => write(sub, 0))));
    if (exif) all.push(long(34665, write(exif, 0)));
    all.sort((a, b) => a.tag - b.tag);
    const table = Buffer.alloc(2 + all.length * 12 + 4);
    table.writeUInt16LE(all.length, 0);
    all.forEach(({ tag, type, values }, index) => {
      const bytes = bytesOf(type, values);
      const at = 2 + index * 12;
      table.writeUInt16LE(tag, at);
      table.writeUInt16LE(type, at + 2);
      table.writeUInt32LE(bytes.length / valueBytes[type], at + 4);
      if (bytes.length <= 4) bytes.copy(table, at + 8);
      else table.writeUInt32LE(append(bytes), at + 8);
    });
    table.writeUInt32LE(next, table.length - 4);
    return append(table);
  };
  const first = [...directories].reverse().reduce((next, directory) => write(directory, next), 0);
  file.writeUInt32LE(first, 4);
  return file;
}

const valueBytes = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 10: 8 } as const;

function bytesOf(type: RawField['type'], values: RawField['values']): Buffer {
  if (typeof values === 'string') return Buffer.from(`${values}\0`, 'latin1');
  if (Buffer.isBuffer(values)) return values;
  if (type === 1 || type === 7) return Buffer.from(values);
  if (type === 5 || type === 10) {
    const parts = values.flatMap((value) => [Math.round(value * 1e6), 1e6]);
    return Buffer.from(Int32Array.from(parts).buffer);
  }
  const bytes = Buffer.alloc(values.length * (type === 3 ? 2 : 4));
  values.forEach((value, k) => {
    if (type === 3) bytes.writeUInt16LE(value, k * 2);
    else bytes.writeUInt32LE(value, k * 4);
  });
  return bytes;
}

const short = (tag: number, ...values: number[]): RawField => ({ tag, type: 3, values });
const long = (tag: number, ...values: number[]): RawField => ({ tag, type: 4, values });
const camera: RawField = { tag: 271, type: 2, values: 'Burnish' };
const strips = (bytes: Buffer) => ({ bytes, offsetTag: 273, lengthTag: 279 });
const interchange = (bytes: Buffer) => ({ bytes, offsetTag: 513, lengthTag: 514 });

export interface RawSize {
  readonly width: number;
  readonly height: number;
}

const exif: RawDirectory = { fields: [{ tag: 36867, type: 2, values: '2024:05:31 14:05:09' }] };

/** Adobe's format: a thumbnail first, the sensor and the picture below it. */
export const dngFile = (jpeg: Buffer, { width, height }: RawSize, orientation = 1, xmp = ''): Buffer =>
  tiffRaw([
    {
      fields: [
        camera,
        long(256, 16),
        long(257, 16),
        short(259, 1),
        short(274, orientation),
        ...(xmp === '' ? [] : [{ tag: 700, type: 7 as const, values: Buffer.from(xmp) }]),
        { tag: 50706, type: 7, values: Buffer.from([1, 4, 0, 0]) },
      ],
      exif,
      subs: [
        {
          fields: [
            long(256, width + 40),
            long(257, height + 40),
            short(259, 7),
            short(262, 32803),
            long(50720, width, height),
          ],
          jpeg: strips(Buffer.alloc(200, 7)),
        },
        { fields: [long(254, 1), short(259, 7), short(262, 6)], jpeg: strips(jpeg) },
      ],
    },
  ]);

/** Nikon's format: the picture and the sensor in directories below the first. */
export const nefFile = (jpeg: Buffer, { width, height }: RawSize, orientation = 1): Buffer =>
  tiffRaw([
    {
      fields: [camera, long(256, 160), long(257, 120), short(274, orientation)],
      exif,
      subs: [
        { fields: [short(259, 6)], jpeg: interchange(jpeg) },
        { fields: [long(256, width), long(257, height), short(259, 34713), short(262, 32803)] },
      ],
    },
  ]);

/** Panasonic's format: the picture is a field of the first directory. */
export const rw2File = (jpeg: Buffer, { width, height }: RawSize, orientation = 1): Buffer =>
  tiffRaw(
    [
      {
        fields: [
          short(2, width + 80),
          short(3, height + 80),
          short(4, 8),
          short(5, 8),
          short(6, height + 8),
          short(7, width + 8),
          { tag: 46, type: 7, values: jpeg },
          camera,
          short(274, orientation),
        ],
        exif,
      },
    ],
    0x55,
  );

/** Olympus' format: the offset of the picture is in the maker note, relative to it. */
export function orfFile(jpeg: Buffer, { width, height }: RawSize, orientation = 1): Buffer {
  const directory = (...entries: readonly [tag: number, value: number][]) => {
    const bytes = Buffer.alloc(2 + entries.length * 12 + 4);
    bytes.writeUInt16LE(entries.length, 0);
    entries.forEach(([tag, value], index) => {
      bytes.writeUInt16LE(tag, 2 + index * 12);
      bytes.writeUInt16LE(4, 4 + index * 12);
      bytes.writeUInt32LE(1, 6 + index * 12);
      bytes.writeUInt32LE(value, 10 + index * 12);
    });
    return bytes;
  };
  const head = Buffer.from('OLYMPUS\0II\x03\0', 'latin1');
  const main = directory([0x2020, 30]);
  const settings = directory([0x101, 60], [0x102, jpeg.length]);
  const note = Buffer.concat([head, main, settings, jpeg]);
  const fields = [camera, long(256, width), long(257, height), short(274, orientation)];
  const withNote = { fields: [...exif.fields, { tag: 37500, type: 7 as const, values: note }] };
  return tiffRaw([{ fields, exif: withNote }], 0x4f52);
}

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const uint16 = (value: number) => uint32(value).subarray(2);

/** Fujifilm's format: a header, records of sizes, the JPEG with its own EXIF. */
export function rafFile(jpeg: Buffer, { width, height }: RawSize): Buffer {
  const head = Buffer.alloc(108);
  head.write('FUJIFILMCCD-RAW 0201FF129502', 'latin1');
  const records = Buffer.concat([
    uint32(2),
    ...[uint16(0x100), uint16(4), uint16(height + 60), uint16(width + 60)],
    ...[uint16(0x111), uint16(4), uint16(height), uint16(width)],
  ]);
  head.writeUInt32BE(head.length + records.length, 84);
  head.writeUInt32BE(jpeg.length, 88);
  head.writeUInt32BE(head.length, 92);
  head.writeUInt32BE(records.length, 96);
  return Buffer.concat([head, records, jpeg]);
}

const box = (type: string, ...parts: Buffer[]) => {
  const content = Buffer.concat(parts);
  return Buffer.concat([uint32(content.length + 8), Buffer.from(type, 'latin1'), content]);
};

/** Canon's newer format: a movie whose first track is the picture and whose second is the sensor. */
export function cr3File(jpeg: Buffer, { width, height }: RawSize, orientation = 1, xmp = ''): Buffer {
  const cmt1 = tiffRaw([{ fields: [camera, short(274, orientation)] }]);
  const cmt2 = tiffRaw([exif]);
  const uuid = Buffer.from('85c0b687820f11e08111f4ce462b6a48', 'hex');
  const track = (size: RawSize, offset: number, length: number) => {
    const entry = Buffer.concat([
      uint32(82),
      Buffer.from('CRAW'),
      Buffer.alloc(24),
      uint16(size.width),
      uint16(size.height),
      Buffer.alloc(46),
    ]);
    const stbl = box(
      'stbl',
      box('stsd', uint32(0), uint32(1), entry),
      box('stsz', uint32(0), uint32(length), uint32(1)),
      box('co64', uint32(0), uint32(1), uint32(0), uint32(offset)),
    );
    return box('trak', box('mdia', box('minf', stbl)));
  };
  const ftyp = box('ftyp', Buffer.from('crx \0\0\0\x01crx isom', 'latin1'));
  const moov = (offset: number) =>
    box(
      'moov',
      box('uuid', uuid, box('CMT1', cmt1), box('CMT2', cmt2)),
      track({ width, height }, offset, jpeg.length),
      track({ width, height }, offset + jpeg.length, 100),
    );
  const xmpType = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');
  const packet = xmp === '' ? Buffer.alloc(0) : box('uuid', xmpType, Buffer.from(xmp));
  const offset = ftyp.length + moov(0).length + packet.length + 8;
  return Buffer.concat([ftyp, moov(offset), packet, box('mdat', jpeg, Buffer.alloc(100))]);
}

/** Canon's older format: the picture in the first directory, the sensor in the fourth. */
export const cr2File = (jpeg: Buffer, { width, height }: RawSize, orientation = 1): Buffer => {
  const file = tiffRaw([
    {
      fields: [camera, long(256, width), long(257, height), short(259, 6), short(274, orientation)],
      jpeg: strips(jpeg),
      exif: { fields: [...exif.fields, long(40962, width), long(40963, height)] },
    },
    { fields: [], jpeg: interchange(Buffer.alloc(120)) },
  ]);
  // Between the header and the first directory: "CR", version 2.0 and the offset of the sensor's directory.
  return file;
};

export const rawKinds = {
  dng: dngFile,
  nef: nefFile,
  rw2: rw2File,
  orf: orfFile,
  raf: rafFile,
  cr3: cr3File,
  cr2: cr2File,
  pef: nefFile,
  arw: nefFile,
} as const;
export type RawKind = keyof typeof rawKinds;
