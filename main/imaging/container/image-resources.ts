/** Photoshop's image resources ("8BIM" blocks) in JPEG, TIFF and PSD files. */

export interface ImageResource {
  readonly id: number;
  readonly name: string;
  readonly data: Uint8Array;
}

/** Resource ids (Adobe Photoshop File Formats Specification). */
export const resourceId = {
  resolution: 1005,
  iptc: 1028,
  iccProfile: 1039,
  exif: 1058,
  xmp: 1060,
  /** Saved paths have ids up to 2997. */
  firstPath: 2000,
  clippingPathName: 2999,
} as const;

/** Prefix of resources in a JPEG segment. */
export const photoshopPrefix = Buffer.from('Photoshop 3.0\0', 'latin1');

/** Returns the complete resources of a block, with or without the JPEG prefix. */
export function readResources(block: Uint8Array): ImageResource[] {
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.byteLength);
  const resources: ImageResource[] = [];
  let offset = bytes.subarray(0, photoshopPrefix.length).equals(photoshopPrefix) ? photoshopPrefix.length : 0;
  while (offset + 12 <= bytes.length && bytes.toString('latin1', offset, offset + 4) === '8BIM') {
    // The name has a length byte and is padded to an even length.
    const nameLength = bytes[offset + 6] as number;
    const sizeAt = offset + 6 + nameLength + 1 + ((nameLength + 1) % 2);
    if (sizeAt + 4 > bytes.length) break;
    const size = bytes.readUInt32BE(sizeAt);
    const dataAt = sizeAt + 4;
    if (dataAt + size > bytes.length) break;
    const name = bytes.toString('latin1', offset + 7, offset + 7 + nameLength);
    resources.push({ id: bytes.readUInt16BE(offset + 4), name, data: bytes.subarray(dataAt, dataAt + size) });
    offset = dataAt + size + (size % 2);
  }
  return resources;
}

/** Cuts names to 255 bytes of Latin-1. */
export function resourceBlock(resources: readonly ImageResource[]): Buffer {
  return Buffer.concat(
    resources.flatMap(({ id, name, data }) => {
      const encodedName = pascalString(name);
      const head = Buffer.alloc(6 + encodedName.length + 4);
      head.write('8BIM', 'latin1');
      head.writeUInt16BE(id, 4);
      encodedName.copy(head, 6);
      head.writeUInt32BE(data.length, 6 + encodedName.length);
      return [head, data, Buffer.alloc(data.length % 2)];
    }),
  );
}

/** Encodes text with a length byte, padded to an even length. Characters beyond Latin-1 become "?". */
export function pascalString(text: string): Buffer {
  const plain = Buffer.from(text.replace(/[^\u0020-\u007e\u00a0-\u00ff]/gu, '?').slice(0, 255), 'latin1');
  return Buffer.concat([Buffer.from([plain.length]), plain, Buffer.alloc((plain.length + 1) % 2)]);
}

export function replacedResources(
  old: readonly ImageResource[],
  fresh: readonly ImageResource[],
): readonly ImageResource[] {
  const replaced = new Set(fresh.map(({ id }) => id));
  return [...old.filter(({ id }) => !replaced.has(id)), ...fresh];
}

/** Returns paths and resolution, which say nothing about the photograph. */
export const plainResources = (resources: readonly ImageResource[]): readonly ImageResource[] =>
  resources.filter(
    ({ id }) => id === resourceId.resolution || (id >= resourceId.firstPath && id <= resourceId.clippingPathName),
  );
