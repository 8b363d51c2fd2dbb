/** Pictures of portraits before and after operations. */
import { basename, extname, join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import { filesOf } from '../../../engine/operations/call.ts';
import { encodeFor } from '../quality/people.ts';
import { run, type Texts } from '../quality/run.ts';
import type { Person } from './people-page.ts';

const small = 230;
/** A color that people rarely have, to show halos and haze. */
const vivid = '#d400c8';

const retouches: readonly (readonly [label: string, id: OperationId, texts: Texts])[] = [
  ['skin', 'smart-skin-advanced', { smart_skin: '1' }],
  ['beauty', 'smart-beauty', {}],
  ['slimming at 1', 'smart-face-slimming', { slim_degree: '1' }],
  ['brows of the next', 'ai-eyebrows', {}],
  ['lips', 'ai-red-lip-gloss', {}],
];

/** Takes pictures in a process of its own. Writes NAME-LABEL.webp at full size and NAME-LABEL-small.webp to the folder `to`. */
export async function takePeople(to: string, paths: readonly string[]): Promise<Person[]> {
  const people: Person[] = [];
  for (const [i, path] of paths.entries()) people.push(await take(to, path, paths[(i + 1) % paths.length]!));
  return people;
}

/** @param next path of the reference for the brows */
async function take(to: string, path: string, next: string): Promise<Person> {
  const name = basename(path, extname(path));
  const images: Person['images'][number][] = [];
  const problems: string[] = [];
  const add = async (label: string, image: Sharp) => {
    const file = `${name}-${label.replaceAll(' ', '-')}`;
    const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const raw = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
    await raw()
      .webp({ quality: 92 })
      .toFile(join(to, `${file}.webp`));
    await raw()
      .resize(small, small, { fit: 'inside' })
      .webp({ quality: 85 })
      .toFile(join(to, `${file}-small.webp`));
    images.push({ label, file });
  };
  const attempt = async (label: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      problems.push(`${label}: ${(error as Error).message}`);
    }
  };
  const made = async (id: OperationId, texts: Texts): Promise<Buffer> => {
    const spec = operations[id];
    const [upload, reference] = [await encodeFor(spec, sharp(path)), await encodeFor(spec, sharp(next))];
    return Buffer.from(filesOf(await run(spec, upload, texts, reference))[0]!.bytes);
  };
  await add('before', sharp(path));
  await attempt('cutout', async () => {
    const cutout = await made('portrait-background-removal', {});
    const { width, height } = await sharp(cutout).metadata();
    await add('on a checkerboard', sharp(await board(width, height)).composite([{ input: cutout }]));
    await add('on a colour', sharp(cutout).flatten({ background: vivid }));
    await add('on white', sharp(cutout).flatten({ background: '#fff' }));
  });
  for (const [label, id, texts] of retouches) {
    await attempt(label, async () => add(label, sharp(await made(id, texts))));
  }
  return { name, images, problems };
}

function board(width: number, height: number): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><pattern id="p" width="32" height="32"
    patternUnits="userSpaceOnUse"><rect width="32" height="32" fill="#f5f5f5"/><path d="M0 0h16v16H0zM16 16h16v16H16z" fill="#ccc"/></pattern>
    <rect width="100%" height="100%" fill="url(#p)"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
