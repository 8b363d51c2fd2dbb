import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { portraitBackgroundRemoval } from '../../../engine/operations/portrait-background-removal.ts';
import { enlarge } from '../../../engine/pixels/plane.ts';
import { portraitMatte } from '../../../engine/vision/matting/networks/portrait-matte.ts';
import { decodePhoto } from '../../../engine/vision/photo/decode.ts';
import { callOf, group } from '../../helpers/face/faces.ts';
import { alphaAt, alphaPlane, cutoutOf, softPart } from '../../helpers/operation/cutouts.ts';
import { expectSubject } from '../../helpers/operation/subject-places.ts';
import { errorsOf } from '../../helpers/photograph/ground-truth-alpha.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

/** Whole photographs in all models. */
const long = { tags: ['long'], timeout: 900_000 };

const cut = async (upload: Uint8Array, params = {}) =>
  cutoutOf(await portraitBackgroundRemoval(callOf('portrait-background-removal', upload, params)));

/** Reduces a photograph to a typical preview size, which takes a fraction of the time. */
const reduced = (path: string) => sharp(path).resize(1200).png().toBuffer();

describe('the astronaut', async () => {
  const upload = await readFile(sample('astronaut'));
  const cutout = await cut(upload);

  test('is complete, at her original size', () => {
    expect([cutout.width, cutout.height, cutout.channels]).toEqual([512, 512, 4]);
    expectSubject(cutout, {
      kept: { face: [0.44, 0.25], hair: [0.42, 0.07], suit: [0.3, 0.7], helmet: [0.75, 0.85] },
      gone: { flag: [0.02, 0.02], wall: [0.98, 0.02], shuttle: [0.8, 0.3], besideTheNeck: [0.28, 0.3] },
    });
  });

  test('is solid except at her edges', () => {
    expect(softPart(cutout)).toBeLessThan(0.06);
    expect(softPart(cutout)).toBeGreaterThan(0.005);
  });

  test('as mask has 1 channel', { tags: ['long'] }, async () => {
    const mask = await cut(upload, { return_form: 'mask' });
    expect([mask.channels, alphaAt(mask, 0.44, 0.25)]).toEqual([1, 255]);
  });

  test('as whiteBK has 3 channels, and white around her', long, async () => {
    const white = await cut(upload, { return_form: 'whiteBK' });
    expect([white.channels, alphaAt(white, 0.98, 0.02)]).toEqual([3, 255]);
  });

  test('as crop has 4 channels, and less space around her', long, async () => {
    const { channels, width, height } = await cut(upload, { return_form: 'crop' });
    expect(channels).toBe(4);
    expect(width * height).toBeLessThan(512 * 512);
  });
});

test('all people in a group of four are kept, but not the space between them', long, async () => {
  const cutout = await cut(await readFile(group(4)));

  expect([cutout.width, cutout.height]).toEqual([1920, 1448]);
  expectSubject(cutout, {
    kept: { first: [0.15, 0.18], second: [0.39, 0.1], third: [0.55, 0.2], fourth: [0.72, 0.2] },
    gone: {
      left: [0.02, 0.02],
      betweenTwo: [0.28, 0.02],
      between: [0.48, 0.05],
      right: [0.97, 0.3],
      legs: [0.69, 0.93],
    },
  });
  expectSubject(cutout, { kept: { jeans: [0.35, 0.8], dress: [0.85, 0.65] } });
});

test('a camera in front of the face stays, and the hand behind it', long, async () => {
  const cutout = await cut(await readFile(sample('camera')));

  expectSubject(cutout, { kept: { camera: [0.56, 0.31], hand: [0.6, 0.3], lens: [0.625, 0.37] } });
});

test('no solid part is half transparent: a pale skirt stays, cushions are removed', long, async () => {
  const stairs = await cut(await reduced(group(5)));
  const sofa = await cut(await reduced(group(2)));

  expectSubject(stairs, { kept: { left: [0.74, 0.95], middle: [0.8, 0.95], right: [0.86, 0.95] } });
  expectSubject(sofa, { gone: { low: [0.08, 0.75], middle: [0.12, 0.7], high: [0.14, 0.65] } });
});

test('is better than the network alone for people composed onto another photograph', long, async () => {
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

  const ours = errorsOf(alphaPlane(await cut(upload, { return_form: 'mask' })), truth);

  const alone = enlarge(await portraitMatte(await decodePhoto(upload)), truth.width, truth.height);
  const peer = errorsOf(alone, truth);
  expect(ours.all).toBeLessThan(0.02);
  expect(ours.all).toBeLessThan(peer.all * 0.8);
  expect(ours.edge).toBeLessThan(peer.edge * 0.9);
});

test('a cat is no person', async () => {
  await expect(cut(await readFile(sample('chelsea')))).rejects.toMatchObject({
    code: 'ERROR_NO_RECOGNITION_TARGET_DETECTED',
    status: 422,
  });
});

test('rejects a damaged upload', async () => {
  const upload = await readFile(group(1));

  await expect(cut(upload.subarray(0, 50_000))).rejects.toMatchObject({ code: 'FILE_DECODING_FAILURE' });
});
