import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { describe, expect } from 'vitest';
import type { Field, OperationId } from '../../../../contract/operations/operation-spec.ts';
import { operations } from '../../../../contract/operations/table.ts';
import type { ResultFlaw } from '../../../../contract/review/result-flaws.ts';
import { runOperation } from '../../../../engine/operations/index.ts';
import { inspectResult } from '../../../../main/review/inspection/inspect-result.ts';
import { createClient } from '../../../../main/service/client.ts';
import { sharedEngine } from '../../../helpers/engine/running-engine.ts';
import { group } from '../../../helpers/face/faces.ts';
import { sample, testPhotographs } from '../../../helpers/photograph/photographs.ts';
import { type MeasuringStage, test } from '../../../helpers/queue/measuring-stage.ts';
import { finishInStore } from '../../../helpers/store/finished-in-store.ts';

const apiKey = 'key-of-this-engine';
const engine = sharedEngine({
  apiKey,
  workerPool: { entry: new URL('../../../../engine/worker.ts', import.meta.url) },
});
const client = () => createClient({ baseUrl: engine().baseUrl, apiKey, keyHeader: 'service-api-key' });
const { signal } = new AbortController();
const person = (name: string) => join(testPhotographs, 'people', `${name}.jpg`);
let count = 0;

/** Returns a JPEG of at most 1024 px. */
const photograph = (path: string) =>
  sharp(path)
    .resize(1024, 1024, { fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .jpeg({ quality: 95 })
    .toBuffer();

/** Runs the operation in the engine, with defaults for missing parameters. */
async function made(operation: OperationId, image: Buffer, wanted = {}): Promise<Buffer> {
  const fields: readonly Field[] = operations[operation].fields;
  const defaults = fields.flatMap((field) =>
    'default' in field && field.default !== undefined ? [[field.name, field.default]] : [],
  );
  const params = { ...Object.fromEntries(defaults), ...wanted };
  const output = await runOperation({ operation, params, images: { image }, signal });
  if (output.kind === 'images') return Buffer.from(output.files[0]!.bytes);
  if (output.kind !== 'image') throw new Error(`no picture: ${output.kind}`);
  return Buffer.from(output.file.bytes);
}

/** Returns the flaws found in a result. */
async function findFlaws(
  { dir, store }: MeasuringStage,
  operation: OperationId,
  image: Buffer,
  result: Sharp | Buffer,
): Promise<ResultFlaw[]> {
  count += 1;
  const [original, path] = [join(dir, `${count}.jpg`), join(dir, `${count}.png`)];
  // The same content twice would not create another job.
  await sharp(image)
    .withExif({ IFD0: { ImageDescription: `${count}` } })
    .jpeg({ quality: 95 })
    .toFile(original);
  writeFileSync(path, Buffer.isBuffer(result) ? result : await result.png().toBuffer());
  await finishInStore(store, { operation, original, result: path });
  const next = store.inspections.next()!;
  const found = await inspectResult(next, { client: client(), scratch: dir, availability: store.availability }, signal);
  if (found === 'gone') throw new Error('the files are not there');
  store.inspections.put(next.resultId, 1, found);
  return found;
}
const kinds = (flaws: readonly ResultFlaw[]) => [...new Set(flaws.map(({ kind }) => kind))];
const size = async (image: Buffer) => {
  const { width, height } = await sharp(image).metadata();
  return { width, height };
};

/** Erases a rectangle (`dest-out`), given as fractions of the sides. */
async function without(cutout: Buffer, x: number, y: number, w: number, h: number): Promise<Sharp> {
  const { width, height } = await size(cutout);
  const svg = `<svg width="${width}" height="${height}"><rect x="${x * width}" y="${y * height}" width="${w * width}" height="${h * height}"/></svg>`;
  const overlay: OverlayOptions = { input: Buffer.from(svg), blend: 'dest-out' };
  return sharp(await sharp(cutout).composite([overlay]).png().toBuffer());
}

/** Shifts to the right by this fraction of the width. */
async function moved(image: Buffer, share: number): Promise<Sharp> {
  const { width, height } = await size(image);
  const by = Math.round(width * share);
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  const wide = await sharp(image)
    .extend({ left: by, background, extendWith: (await sharp(image).metadata()).hasAlpha ? 'background' : 'copy' })
    .png()
    .toBuffer();
  return sharp(wide).extract({ left: 0, top: 0, width, height });
}

/** Fills the center, the place of a portrait's face, with one color: a face could still be found in a blurred area. */
async function withoutFace(image: Buffer): Promise<Sharp> {
  const { width, height } = await size(image);
  const face = {
    left: Math.round(width * 0.25),
    top: Math.round(height * 0.12),
    width: Math.round(width / 2),
    height: Math.round(height * 0.6),
  };
  const color = await sharp(image).extract(face).resize(1, 1).png().toBuffer();
  const input = await sharp(color).resize(face.width, face.height).png().toBuffer();
  return sharp(
    await sharp(image)
      .composite([{ input, left: face.left, top: face.top }])
      .png()
      .toBuffer(),
  );
}

/** Cuts out the photograph with the matte widened by some px, which leaves a halo of the background. */
async function withRim(image: Buffer, cutout: Buffer): Promise<Sharp> {
  const own = await sharp(cutout).extractChannel(3).toColourspace('b-w').png().toBuffer();
  const wide = await sharp(own).blur(3).toColourspace('b-w').png().toBuffer();
  const alpha = await sharp(wide).threshold(8).toColourspace('b-w').png().toBuffer();
  return sharp(image).joinChannel(alpha);
}

const cutouts: readonly (readonly [string, OperationId, string])[] = [
  ['f3', 'portrait-background-removal', person('f3')],
  ['m5', 'universal-background-removal', person('m5')],
  ['astronaut', 'portrait-background-removal', sample('astronaut')],
  ['coffee', 'commodity-background-removal', sample('coffee')],
  ['chelsea', 'universal-background-removal', sample('chelsea')],
  ['group', 'portrait-background-removal', group(4)],
];

describe('flaws of cutouts', () => {
  for (const [name, operation, path] of cutouts) {
    test(`of ${name}`, async ({ stage }) => {
      const image = await photograph(path);
      const cutout = await made(operation, image);
      const { width, height } = await size(image);
      const results = {
        own: cutout,
        lowerCorner: await without(cutout, 0.28, 0.62, 0.3, 0.16),
        whole: sharp(image).ensureAlpha(),
        empty: sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } }),
        moved: await moved(cutout, 0.03),
        rim: await withRim(image, cutout),
      };
      const found: Record<string, string[]> = {};
      for (const [key, result] of Object.entries(results))
        found[key] = kinds(await findFlaws(stage, operation, image, result));
      if (process.env.LOOKS) console.log(name, JSON.stringify(found));
      expect(found).toMatchObject({ own: [], lowerCorner: ['missing'], empty: ['empty'], rim: ['halo'] });
      expect(found.moved, 'moved').not.toEqual([]);
    });
  }
});

const retouched = ['f3', 'm83'] as const;

describe('flaws of retouched portraits', () => {
  test('are another person, a missing face and a moved picture, but not strong retouching', async ({ stage }) => {
    const operation = 'face-beauty-pro';
    for (const [at, name] of retouched.entries()) {
      const image = await photograph(person(name));
      const strong = { whitening: 100, smoothing: 100, thinface: 100, shrink_face: 100, enlarge_eye: 100 };
      const { width, height } = await size(image);
      const results = {
        own: await made(operation, image, strong),
        slim: await made('smart-face-slimming', image, { slim_degree: 2 }),
        other: sharp(await photograph(person(retouched[1 - at]!))).resize(width, height, { fit: 'fill' }),
        gone: await withoutFace(image),
        moved: await moved(image, 0.03),
      };
      const found: Record<string, string[]> = {};
      for (const [key, result] of Object.entries(results))
        found[key] = kinds(await findFlaws(stage, operation, image, result));
      if (process.env.LOOKS) console.log(name, JSON.stringify(found));
      expect(found, name).toMatchObject({ own: [], slim: [], other: ['other'], gone: ['face'], moved: ['moved'] });
    }
  });
});
