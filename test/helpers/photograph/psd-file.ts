/** Builds Photoshop files section by section. */

export interface PsdParts {
  readonly width?: number;
  readonly height?: number;
  readonly depth?: number;
  /** 3 RGB, 1 grey, 4 CMYK … */
  readonly mode?: number;
  readonly version?: number;
  /** Planes in storage order, 8 or 16 bits big-endian each. */
  readonly planes: readonly Buffer[];
  readonly packed?: boolean;
  readonly coding?: number;
  readonly resources?: readonly (readonly [id: number, data: Uint8Array])[];
  /** Negative: the first plane beyond the colors is transparency. 0: no layers. */
  readonly layers?: number;
}

const uint16 = (value: number) => Buffer.from([(value >> 8) & 255, value & 255]);
const uint32 = (value: number) => Buffer.concat([uint16(value >>> 16), uint16(value & 0xffff)]);

export function psdFile(parts: PsdParts): Buffer {
  const { width = 40, height = 30, depth = 8, mode = 3, version = 1, planes, packed = false, layers = 0 } = parts;
  const resources = (parts.resources ?? []).map(([id, data]) =>
    Buffer.concat([
      Buffer.from('8BIM'),
      uint16(id),
      uint16(0),
      uint32(data.length),
      data,
      Buffer.alloc(data.length % 2),
    ]),
  );
  const resourceBytes = Buffer.concat(resources);
  // Layer info is padded to an even length; it has only the count of layers.
  const layerInfo =
    layers === 0 ? Buffer.alloc(0) : Buffer.concat([uint32(2), uint16(layers & 0xffff), Buffer.alloc(4)]);
  const rowBytes = (width * depth) / 8;
  const rows = planes.flatMap((plane) =>
    Array.from({ length: height }, (_, y) => packBits(plane.subarray(y * rowBytes, (y + 1) * rowBytes))),
  );
  const data = packed ? [...rows.map((row) => uint16(row.length)), ...rows] : planes;
  return Buffer.concat([
    Buffer.from('8BPS'),
    uint16(version),
    Buffer.alloc(6),
    uint16(planes.length),
    uint32(height),
    uint32(width),
    uint16(depth),
    uint16(mode),
    uint32(0),
    uint32(resourceBytes.length),
    resourceBytes,
    uint32(layerInfo.length),
    layerInfo,
    uint16(parts.coding ?? (packed ? 1 : 0)),
    ...data,
  ]);
}

/** Encodes runs of equal bytes, and single bytes between them. */
function packBits(row: Buffer): Buffer {
  const out: number[] = [];
  for (let at = 0; at < row.length; ) {
    let run = 1;
    while (run < 128 && row[at + run] === row[at]) run += 1;
    if (run > 1) out.push(257 - run, row[at]!);
    else out.push(0, row[at]!);
    at += run;
  }
  return Buffer.from(out);
}
