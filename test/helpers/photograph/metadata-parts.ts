/** Parts of metadata, and files that contain them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createSegment } from '../../../main/imaging/container/jpeg-segments.ts';
import { iptcSegment } from '../../../main/imaging/metadata/blocks/iptc-resource.ts';

/** Formats whose metadata Burnish writes. */
export const writtenFormats = ['jpeg', 'png', 'webp', 'tiff'] as const;
export type WrittenFormat = (typeof writtenFormats)[number];

export const segment = (kind: number, content: Buffer): Buffer =>
  Buffer.concat(createSegment(kind, content) as Uint8Array[]);

/** Inserts segments right after the start of a JPEG. */
export const withSegments = (jpeg: Buffer, ...segments: readonly Buffer[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);

/** A record of IPTC-IIM. */
export const iptcRecord = (dataset: number, text: string | Uint8Array, encoding: BufferEncoding = 'utf8'): Buffer => {
  const content = typeof text === 'string' ? Buffer.from(text, encoding) : text;
  return Buffer.concat([Buffer.from([0x1c, 2, dataset, 0, content.length]), content]);
};

/** Adds IPTC records to a JPEG file. */
export function addIptc(path: string, records: Buffer): void {
  writeFileSync(path, withSegments(readFileSync(path), segment(0xed, iptcSegment(records))));
}

/** An XMP packet with a description that declares `namespaces`. */
export function xmpPacket(namespaces: Readonly<Record<string, string>>, attributes: string, inner = ''): string {
  const declared = Object.entries(namespaces).map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`);
  return `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
 xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ${declared.join(' ')}
 ${attributes}>${inner}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
}

/** The EXIF block of a file without its prefix. */
export const exifBlock = (exif: Buffer): Buffer => exif.subarray(exif.toString('latin1', 0, 4) === 'Exif' ? 6 : 0);
