import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { portraitBackgroundRemoval } from '../../../engine/operations/portrait-background-removal.ts';
import { enlarge } from '../../../engine/pixels/plane.ts';
import { portraitMatte } from '../../../engine/vision/matting/networks/portrait-matte.ts';
import { decodePhoto } from '../../../engine/vision/photo/decode.ts';
import { callOf, group } from '../../helpers/face/faces.ts';
import { alphaAt, alphaPlane, cutoutOf } from '../../helpers/operation/cutouts.ts';
import { errorsOf } from '../../helpers/photograph/ground-truth-alpha.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

const cut = async (upload: Uint8Array, params = {}) =>
  cutoutOf(await portraitBackgroundRemoval(callOf('portrait-background-removal', upload, params)));

/** Time for whole photographs in all models while other tests run. */
const ampleMs = 180_000;

test.each([
  ['whiteBK', 3],
  ['crop', 4],
])('as %s the astronaut has %i channels', { timeout: ampleMs }, async (form, channels) => {
  const cutout = await cut(await readFile(sample('astronaut')), { return_form: form });
  expect(cutout.channels).toBe(channels);
  if (form === 'whiteBK') expect(alphaAt(cutout, 0.98, 0.02)).toBe(255);
  if (form === 'crop') expect(cutout.width * cutout.height).toBeLessThan(512 * 512);
});

test('all people in a group of four are kept, but not the space between them', { timeout: ampleMs }, async () => {
  const cutout = await cut(await readFile(group(4)));
  expect([cutout.width, cutout.height]).toEqual([1920, 1448]);
  for (const [x, y] of [
    [0.15, 0.18],
    [0.39, 0.1],
    [0.55, 0.2],
    [0.72, 0.2],
    [0.35, 0.8],
    [0.85, 0.65],
  ] as const) {
    expect(alphaAt(cutout, x, y)).toBe(255);
  }
  for (const [x, y] of [
    [0.02, 0.02],
    [0.28, 0.02],
    [0.48, 0.05],
    [0.97, 0.3],
    [0.69, 0.93],
  ] as const) {
    expect(alphaAt(cutout, x, y)).toBe(0);
  }
});

/** Reduces a photograph to a typical preview size, which takes a fraction of the time. */
const reduced = (path: string) => sharp(path).resize(1200).png().toBuffer();

test('a camera in front of the face stays, and the hand behind it', { timeout: ampleMs }, async () => {
  const cutout = await cut(await readFile(sample('camera')));
  for (const [x, y] of [
    [0.56, 0.31],
    [0.6, 0.3],
    [0.625, 0.37],
  ] as const) {
    expect(alphaAt(cutout, x, y)).toBe(255);
  }
});

test('no solid part is half transparent: a pale skirt stays, cushions are removed', { timeout: ampleMs }, async () => {
  const stairs = await cut(await reduced(group(5)));
  for (const x of [0.74, 0.8, 0.86]) expect(alphaAt(stairs, x, 0.95)).toBe(255);
  const sofa = await cut(await reduced(group(2)));
  for (const [x, y] of [
    [0.08, 0.75],
    [0.12, 0.7],
    [0.14, 0.65],
  ] as const) {
    expect(alphaAt(sofa, x, y)).toBe(0);
  }
});

test('is better than the network alone for people composed onto another photograph', { timeout: ampleMs }, async () => {
  const first = await cut(await readFile(group(6)));
  // Half the size, so that the known alpha is sharper than any smoothing by the engine.
  const subject = await sharp(first.data, { raw: { width: first.width, height: first.height, channels: 4 } })
    .resize(960)
    .png()
    .toBuffer({ resolveWithObject: true });
  const truth = alphaPlane(await cutoutOf({ kind: 'image', file: { bytes: subject.data, mime: 'image/png' } }));
  const upload = await sharp(sample('coffee'))
    .resize(subject.info.width, subject.info.height, { fit: 'cover' })
    .composite([{ input: subject.data }])
    .jpeg({ quality: 93 })
    .toBuffer();
  const alone = enlarge(await portraitMatte(await decodePhoto(upload)), truth.width, truth.height);
  const ours = errorsOf(alphaPlane(await cut(upload, { return_form: 'mask' })), truth);
  const peer = errorsOf(alone, truth);
  expect(ours.all).toBeLessThan(0.02);
  expect(ours.all).toBeLessThan(peer.all * 0.8);
  expect(ours.edge).toBeLessThan(peer.edge * 0.9);
});
