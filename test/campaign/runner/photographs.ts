/** Photographs of a round: with marks, in nested folders, under difficult names, some with the same content. */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { SeededRandom } from '../../helpers/run/seeded-random.ts';
import { marked } from './mark.ts';

export interface Photograph {
  readonly path: string;
  /** Folder below the one that is added; '' at the top. */
  readonly folder: string;
  readonly name: string;
  /** Number in the mark, equal for files with the same content. */
  readonly content: number;
}

/** Names without extension. The last ones differ only in case or in the encoding of an accent. */
const stems = [
  ...['Anna', 'Anna 2', 'Anna-2', 'IMG_0001', 'with  two spaces', ' leading space', '-dash', '--again'],
  ...['ünïcödé – 東京 🌸', 'quote \' and " and `', 'percent %41 100%', 'a.b.c', '{name}', '{constructor}'],
  ...['$(touch pwned)', 'semi;colon & more', 'CON', 'COM1', 'line\nbreak', 'escape \u001b[31mred\u001b[0m'],
  ...['right\u202eto left', `long ${'x'.repeat(150)}`, `wide ${'字'.repeat(60)}`],
  ...['anna', 'Ame\u0301lie', 'Am\u00e9lie'],
];

const folders = ['', 'Sub A', 'Sub A/ünter', '2026-01-31', 'Sub A/2026-01-31'] as const;

interface Taking {
  readonly count: number;
  /** Share of copies. */
  readonly twins: number;
  /** Bytes added to each, so that uploads exceed the buffers of a network. */
  readonly padding?: number;
}

/** Writes photographs below a folder. */
export async function takePhotographs(
  top: string,
  chance: SeededRandom,
  { count, twins, padding = 0 }: Taking,
): Promise<Photograph[]> {
  const taken: Photograph[] = [];
  const paths = new Set<string>();
  const bytesOf = new Map<number, { bytes: Buffer; extension: string }>();
  while (taken.length < count) {
    const twin = taken.length > 0 && chance.chance(twins) ? chance.pick(taken) : null;
    const content = twin?.content ?? 1 + ((taken.length * 131 + chance.below(131)) % 8000);
    const image = bytesOf.get(content) ?? (await take(content, chance, padding));
    bytesOf.set(content, image);
    // A copy often has the same name in another folder.
    const stem = twin && chance.chance(0.4) ? basename(twin.name, image.extension) : chance.pick(stems);
    const folder = chance.pick(folders);
    const path = join(top, folder, stem + image.extension);
    if (paths.has(path)) continue;
    paths.add(path);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, image.bytes);
    taken.push({ path, folder, name: basename(path), content });
  }
  return taken;
}

async function take(content: number, chance: SeededRandom, padding: number) {
  const image = marked({ photograph: content, operation: 0, element: 0, serial: 0 });
  if (padding === 0 && chance.chance(0.25)) return { bytes: await image.png().toBuffer(), extension: '.png' };
  const bytes = await image
    .withExif({ IFD0: { ImageDescription: `content ${content}`, DateTime: '2026:01:31 14:05:09' } })
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer();
  return { bytes: padded(bytes, padding), extension: chance.pick(['.jpg', '.jpg', '.JPG', '.jpeg']) };
}

/** Adds `count` bytes of comments to a JPEG. */
export function padded(jpeg: Buffer, count: number): Buffer {
  const comments: Buffer[] = [];
  for (let left = count; left > 0; left -= 65_000) {
    const comment = Buffer.alloc(4 + Math.min(left, 65_000), 0x20);
    comment.writeUInt16BE(0xfffe, 0);
    comment.writeUInt16BE(comment.length - 2, 2);
    comments.push(comment);
  }
  return Buffer.concat([jpeg.subarray(0, 2), ...comments, jpeg.subarray(2)]);
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
