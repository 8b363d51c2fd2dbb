/**
 * Splits XMP that exceeds a JPEG segment into packet and extended XMP, and joins them (XMP specification, part 3,
 * 1.1.3.1).
 */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { readAt } from '../container/file-pieces.ts';
import { isExtendedXmp, jpegSegments, marker, prefix, segmentBytes } from '../container/jpeg-segments.ts';
import { openFile } from '../container/pinned-files.ts';
import { removeXmpProperties, setXmpFields } from './merge-xmp.ts';
import { decodePacket, maxPacketBytes, namespaces, tryParseXmp } from './parse-xmp.ts';
import { applyEdits, escapeXml } from './text-edits.ts';
import { runXmpWork, type SplitXmp } from './xmp-thread.ts';

const maxMainBytes = segmentBytes - prefix.xmp.length;
const maxPartBytes = 65_400;
/** Space for the reference to the extended XMP. */
const pointerBytes = 120;
/** Hexadecimal digits of the MD5. */
const guidLength = 32;

/** Properties that leave the packet last. */
const priorityProperties: Readonly<Record<string, readonly string[]>> = {
  [namespaces.dc]: ['title', 'creator', 'rights', 'subject', 'description'],
  [namespaces.xmp]: ['Rating', 'Label'],
  [namespaces.xmpDM]: ['pick', 'good'],
  'http://iptc.org/std/Iptc4xmpExt/2008-02-29/': ['DigitalSourceType'],
};
const hasPriority = (namespace: string, name: string) => priorityProperties[namespace]?.includes(name) === true;

export const isPointer = (namespace: string, name: string) =>
  namespace === namespaces.xmpNote && name === 'HasExtendedXMP';

/** Moves the longest properties to extended XMP if necessary. Returns null if the packet cannot be split. */
export function splitXmp(packet: Buffer): SplitXmp | null {
  if (packet.length <= maxMainBytes) return { main: packet, parts: [] };
  const unpadded = withoutPadding(packet);
  if (unpadded.length <= maxMainBytes) return { main: unpadded, parts: [] };
  const moved = findPropertiesToMove(unpadded);
  const extension = moved && removeXmpProperties(unpadded, (namespace, name) => !moved.has(keyOf(namespace, name)));
  const remainder =
    moved && removeXmpProperties(unpadded, (...property) => moved.has(keyOf(...property)) || isPointer(...property));
  if (remainder === null || extension === null) return null;
  const second = Buffer.from(
    extension
      .toString()
      .replace(/<\?xpacket[^>]*\?>/g, '')
      .trim(),
  );
  const guid = createHash('md5').update(second).digest('hex').toUpperCase();
  const main = setXmpFields(remainder, [['xmpNote', 'HasExtendedXMP', guid, 'plain']]);
  return main.length > maxMainBytes ? null : { main, parts: toExtendedParts(second, guid) };
}

const withoutPadding = (packet: Buffer): Buffer =>
  Buffer.from(decodePacket(packet).replace(/\s+(<\?xpacket end=[^>]*>)\s*$/, '\n$1'));

const keyOf = (namespace: string, name: string) => `${namespace} ${name}`;

/** Returns properties to move, longest first, or null for an invalid packet. */
function findPropertiesToMove(packet: Buffer): ReadonlySet<string> | null {
  const outline = tryParseXmp(packet);
  if (outline === null) return null;
  const sizes = new Map<string, { bytes: number; isPriority: boolean }>();
  for (const { namespace, name, from, to } of outline.properties) {
    if (isPointer(namespace, name)) continue;
    const key = keyOf(namespace, name);
    const bytes = (sizes.get(key)?.bytes ?? 0) + Buffer.byteLength(outline.text.slice(from, to));
    sizes.set(key, { bytes, isPriority: hasPriority(namespace, name) });
  }
  const moved = new Set<string>();
  let mainBytes = packet.length + pointerBytes;
  const inOrder = [...sizes].sort(([, a], [, b]) => Number(a.isPriority) - Number(b.isPriority) || b.bytes - a.bytes);
  for (const [key, { bytes }] of inOrder) {
    if (mainBytes <= maxMainBytes) break;
    moved.add(key);
    mainBytes -= bytes;
  }
  return moved;
}

function toExtendedParts(second: Buffer, guid: string): Buffer[] {
  const parts: Buffer[] = [];
  for (let offset = 0; offset < second.length; offset += maxPartBytes) {
    const head = Buffer.alloc(guidLength + 8);
    head.write(guid, 'latin1');
    head.writeUInt32BE(second.length, guidLength);
    head.writeUInt32BE(offset, guidLength + 4);
    parts.push(Buffer.concat([prefix.extendedXmp, head, second.subarray(offset, offset + maxPartBytes)]));
  }
  return parts;
}

export interface JoinedXmp {
  readonly packet: Buffer;
  /** `missing`: it is incomplete or invalid. */
  readonly extended: 'none' | 'joined' | 'missing';
}

/** Returns the XMP of a file as one packet, or null. @throws the file system's errors */
export async function readXmpPacket(
  path: string,
  meta: { readonly format?: string | undefined; readonly xmp?: Buffer | undefined },
): Promise<JoinedXmp | null> {
  if (meta.xmp === undefined) return null;
  const packet = Buffer.from(meta.xmp);
  const document = basename(path);
  const hasPointer = meta.format === 'jpeg' && packet.includes('HasExtendedXMP');
  const guid = hasPointer ? await runXmpWork('readGuid', { args: packet, packet, document, work: readGuid }) : null;
  if (guid === null) return { packet, extended: 'none' };
  const second = await readExtendedXmp(path, guid);
  const joined =
    second && (await runXmpWork('join', { args: { packet, second }, packet: second, document, work: joinPackets }));
  return joined === null ? { packet, extended: 'missing' } : { packet: joined, extended: 'joined' };
}

export function readGuid(packet: Buffer): string | null {
  const properties = tryParseXmp(packet)?.properties ?? [];
  return properties.find(({ namespace, name }) => isPointer(namespace, name))?.value ?? null;
}

/** Returns null if it is incomplete. */
async function readExtendedXmp(path: string, guid: string): Promise<Buffer | null> {
  const file = await openFile(path);
  try {
    let [assembled, missingBytes]: [Buffer | null, number] = [null, 0];
    for await (const segment of jpegSegments(file)) {
      const { from, to } = segment;
      if (segment.marker === marker.startOfScan) break;
      if (!isExtendedXmp(segment)) continue;
      const content = await readAt(
        file,
        from + 4 + prefix.extendedXmp.length,
        to - from - 4 - prefix.extendedXmp.length,
      );
      if (content.length < guidLength + 8 || content.toString('latin1', 0, guidLength) !== guid) continue;
      const length = content.readUInt32BE(guidLength);
      if (length > maxPacketBytes) return null;
      if (assembled === null) [assembled, missingBytes] = [Buffer.alloc(length), length];
      missingBytes -= content.copy(assembled, content.readUInt32BE(guidLength + 4), guidLength + 8);
    }
    return missingBytes === 0 ? assembled : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    return null;
  } finally {
    await file.close();
  }
}

/** Adds the descriptions of `second` to `packet`. Returns null if one is invalid or the result too long. */
export function joinPackets({ packet, second }: { packet: Buffer; second: Buffer }): Buffer | null {
  const base = removeXmpProperties(packet, isPointer);
  const target = base && tryParseXmp(base);
  const outline = tryParseXmp(second);
  const insertOffset = target?.descriptions[0]?.to;
  if (target === null || outline === null || insertOffset === undefined) return null;
  const added = outline.descriptions.map(({ from, to, inherited }) => {
    const description = outline.text.slice(from, to);
    const nameEnd = description.search(/[\s/>]/);
    const declared = [...inherited]
      .map(([unpadded, uri]) => ` xmlns${unpadded === '' ? '' : `:${unpadded}`}="${escapeXml(uri)}"`)
      .join('');
    return `\n${description.slice(0, nameEnd)}${declared}${description.slice(nameEnd)}`;
  });
  const joined = Buffer.from(applyEdits(target.text, [{ from: insertOffset, to: insertOffset, text: added.join('') }]));
  return joined.length > maxPacketBytes ? null : joined;
}
