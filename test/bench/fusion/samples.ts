/**
 * Makes training samples of the fusion network: `node test/bench/fusion/samples.ts OUT SECONDS [BACKGROUNDS] [PEOPLE]` draws
 * renderings, subjects of the benchmark and random assemblies before photographs of the folder BACKGROUNDS, and cuts people out
 * of photographs of the folder PEOPLE. Samples for validation come first, as `unseen-*`. Each file has width and height (16
 * bits), then planes of bytes: the inputs of the network (fusion.ts), and the true alpha.
 */
import { existsSync } from 'node:fs';
import { readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { cropPlane, type Plane, type Rect } from '../../../engine/pixels/plane.ts';
import { fusionInput, fusionSize } from '../../../engine/vision/matting/fusion/fusion.ts';
import {
  type ObjectPasses,
  objectSides,
  twoPassObjectMatte,
} from '../../../engine/vision/matting/networks/object-matte.ts';
import { peopleMatte } from '../../../engine/vision/matting/people-matte.ts';
import { hairEdge, refineMatte } from '../../../engine/vision/matting/refinement/refine-matte.ts';
import { decodePhoto, type Photo } from '../../../engine/vision/photo/decode.ts';
import { createSeededRandom, type SeededRandom } from '../../helpers/run/seeded-random.ts';
import { fetchRenderings, rendering, trainingRenderings } from '../ablation/unnamed.ts';
import { toLinear, type Vec } from '../truth/drawing/vector.ts';
import type { Subject } from '../truth/subjects/subject.ts';
import { pictured, subjects } from '../truth/subjects/subjects.ts';
import { frames } from '../truth/subjects/subjects-frames.ts';
import { unseen } from '../truth/subjects/subjects-unseen.ts';
import { assembledWith } from './assembled.ts';

/** Shares of pictures of renderings and of benchmark subjects; the others show random assemblies. */
const rendered = 0.25;
const known = 0.3;
/** Share that is also written with true looks, whose fused matte should be the truth. */
const ideal = 0.35;
/** Shares of assemblies in colors of their background, and of solid ones printed with a photograph. */
const camouflaged = 0.2;
const printedOn = 0.25;
/** Share of backgrounds in focus. */
const inFocus = 0.45;
const portraitSide = 1150;
const drawingsPerPerson = 4;
const signal = new AbortController().signal;
const linearOf = Array.from({ length: 256 }, (_, value) => toLinear(value / 255));

const [out, seconds, backgrounds, people] = process.argv.slice(2);
if (!out || !seconds) throw new Error('Name a folder, and how many seconds to go on.');
const backdrops = backgrounds ? await photographsOf(backgrounds) : [];
const missing = await fetchRenderings();
if (missing) throw new Error(missing);
const renderings = await trainingRenderings();
for (const kind of Object.keys(unseen)) await sampleUnseen(kind, out);
const portraits = people ? await photographsOf(people) : [];
const end = Date.now() + Number(seconds) * 1000;
for (let n = 0; Date.now() < end; n++) {
  await sampleDrawing(n, out);
  const portrait = portraits[n / drawingsPerPerson];
  if (portrait) await samplePerson(portrait, out);
}

async function sampleDrawing(n: number, folder: string): Promise<void> {
  const random = createSeededRandom(`fusion ${n}`);
  const backdrop = backdrops.length > 0 && random.chance(0.75) ? random.pick(backdrops) : undefined;
  const createBackground =
    backdrop === undefined
      ? undefined
      : (width: number, height: number) => partOf(backdrop, random.derive('behind'), width, height);
  const name = random.derive('kind').chance(rendered) ? random.pick(renderings) : undefined;
  const { kind, subject } = await subjectOf(random.derive('subject'), backdrop);
  const { jpeg, alpha } =
    name === undefined
      ? await pictured(subject, `fusion ${n}`, random, 0.5 + random.next() * 0.25, createBackground)
      : await rendering(name, `fusion ${n}`, createBackground);
  const path = join(folder, `${(name ? 'rendering' : kind).replaceAll(/[^a-z0-9]+/g, '-')}_${n}`);
  const photo = await decodePhoto(jpeg);
  const looks = await twoPassObjectMatte(photo, signal);
  if (!looks) return;
  await write(`${path}.bin`, photo, alpha, looks);
  if (random.derive('ideal').chance(ideal))
    await write(`${path}-ideal.bin`, photo, alpha, await trueLooks(alpha, looks.rect));
}

/** Writes samples for validation: `unseen-KIND_ideal.bin` with true looks, `unseen-KIND_seen.bin` with the network's. */
async function sampleUnseen(kind: string, folder: string): Promise<void> {
  const path = join(folder, `unseen-${kind}`);
  if (existsSync(`${path}_ideal.bin`)) return;
  const { jpeg, alpha } = await pictured(
    unseen[kind]!,
    `fusion ${kind}`,
    createSeededRandom('fusion').derive(kind),
    0.75,
  );
  const photo = await decodePhoto(jpeg);
  const looks = await twoPassObjectMatte(photo, signal);
  if (!looks) return;
  await write(`${path}_seen.bin`, photo, alpha, looks);
  await write(`${path}_ideal.bin`, photo, alpha, await trueLooks(alpha, looks.rect));
}

async function trueLooks(alpha: Plane, rect: Rect): Promise<ObjectPasses> {
  const [far, near] = objectSides;
  const look = async (plane: Plane, side: number) => ({
    width: side,
    height: side,
    data: Float32Array.from(await reduced(plane, side, side), (value) => value / 255),
  });
  return { far: await look(alpha, far), near: await look(cropPlane(alpha, rect), near), rect };
}

/** Frames are more frequent, because their gaps are the hardest. */
async function subjectOf(random: SeededRandom, backdrop?: string): Promise<{ kind: string; subject: Subject }> {
  if (random.chance(known)) {
    const kind = random.pick([...Object.keys(subjects), ...Object.keys(frames), ...Object.keys(frames)]);
    return { kind, subject: subjects[kind]! };
  }
  const draw = random.next();
  if (backdrop && draw < camouflaged) {
    return { kind: 'camouflaged', subject: assembledWith({ palette: await colorsOf(backdrop, random) }) };
  }
  if (backdrops.length > 0 && draw < camouflaged + printedOn) {
    const print = await printOf(backdrop && random.chance(0.3) ? backdrop : random.pick(backdrops));
    return { kind: 'printed', subject: assembledWith({ print }) };
  }
  return { kind: 'assembled', subject: assembledWith({}) };
}

async function colorsOf(path: string, random: SeededRandom): Promise<string[]> {
  const side = 12;
  const small = await sharp(path)
    .removeAlpha()
    .toColourspace('srgb')
    .resize(side, side, { fit: 'fill' })
    .raw()
    .toBuffer();
  return Array.from({ length: 3 }, () => {
    const at = random.below(side * side) * 3;
    return `#${small.subarray(at, at + 3).toString('hex')}`;
  });
}

async function printOf(path: string): Promise<(x: number, y: number) => Vec> {
  const side = 900;
  const data = await sharp(path).removeAlpha().toColourspace('srgb').resize(side, side).raw().toBuffer();
  const mirrored = (value: number) => Math.min(side - 1, Math.floor(Math.abs((((value % 2) + 3) % 2) - 1) * side));
  return (x, y) => {
    const at = (mirrored(y) * side + mirrored(x)) * 3;
    return [linearOf[data[at]!]!, linearOf[data[at + 1]!]!, linearOf[data[at + 2]!]!];
  };
}

async function samplePerson(path: string, folder: string): Promise<void> {
  const image = sharp(path).rotate().resize(portraitSide, portraitSide, { fit: 'inside' });
  const photo = await decodePhoto(await image.jpeg({ quality: 92 }).toBuffer());
  const coarse = await peopleMatte(photo, signal);
  if (!coarse) return;
  const name = `people_${path.replaceAll(/.*[\\/]|\.[^.]*$/g, '')}.bin`;
  const looks = await twoPassObjectMatte(photo, signal);
  if (looks) await write(join(folder, name), photo, await refineMatte(photo, coarse, hairEdge, signal), looks);
}

async function write(path: string, photo: Photo, alpha: Plane, looks: ObjectPasses): Promise<void> {
  const size = fusionSize(looks.rect);
  const { width, height } = size;
  const seen = await fusionInput(photo, looks, size);
  const colors = seen.slice(0, 3).map(({ data }) => data.map((value) => value + 0.5));
  const truth = await reduced(cropPlane(alpha, looks.rect), width, height);
  const planes = [...colors, ...seen.slice(3).map(({ data }) => data)].map(bytesOf);
  // Rename, because training reads only complete files.
  await writeFile(`${path}.part`, Buffer.concat([Buffer.from(Uint16Array.of(width, height).buffer), ...planes, truth]));
  await rename(`${path}.part`, path);
}

function bytesOf(values: Float32Array): Uint8Array {
  return Uint8Array.from(values, (value) => Math.round(255 * Math.min(1, Math.max(0, value))));
}

async function reduced({ width, height, data }: Plane, toWidth: number, toHeight: number): Promise<Buffer> {
  const image = sharp(bytesOf(data), { raw: { width, height, channels: 1 } });
  return image.resize(toWidth, toHeight, { fit: 'fill', kernel: 'linear' }).extractChannel(0).raw().toBuffer();
}

async function photographsOf(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => /\.(jpe?g|png|webp)$/i.test(file)).sort();
  return files.map((file) => join(folder, file));
}

/** Returns a random part of a photograph in linear light, with random focus and color. */
async function partOf(path: string, random: SeededRandom, width: number, height: number): Promise<Float32Array> {
  const size = await sharp(path).metadata();
  const scale = Math.min(size.width / width, size.height / height) * (0.35 + 0.65 * random.next());
  const [w, h] = [Math.max(1, Math.floor(width * scale)), Math.max(1, Math.floor(height * scale))];
  const place = {
    left: random.below(size.width - w + 1),
    top: random.below(size.height - h + 1),
    width: w,
    height: h,
  };
  const part = sharp(path).extract(place).removeAlpha().toColourspace('srgb').resize(width, height);
  const { data, info } = await part.flop(random.chance(0.5)).raw().toBuffer({ resolveWithObject: true });
  const again = sharp(data, { raw: { width, height, channels: info.channels } });
  if (!random.chance(inFocus)) again.blur(0.5 + random.next() ** 2 * 9);
  if (random.chance(0.5)) {
    again.modulate({ hue: random.below(360), brightness: 0.6 + random.next() * 0.7, saturation: 0.3 + random.next() });
  }
  return Float32Array.from(await again.raw().toBuffer(), (value) => linearOf[value]!);
}
