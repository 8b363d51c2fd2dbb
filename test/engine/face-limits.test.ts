/** Size and number of faces: the real operations just below and just above each limit of the interface. */
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { OperationId } from '../../contract/operations/operation-spec.ts';
import { EngineError } from '../../engine/engine-error.ts';
import { runOperation } from '../../engine/operations/index.ts';
import { findFaces } from '../../engine/vision/face/find-faces.ts';
import { decodePhoto } from '../../engine/vision/photo/decode.ts';
import { callOf, group } from '../helpers/face/faces.ts';
import { sample } from '../helpers/photograph/photographs.ts';

async function verdictOf(operation: OperationId, image: Uint8Array, params = {}): Promise<string> {
  return runOperation(callOf(operation, image, params)).then(
    () => 'taken',
    (error: unknown) => (error instanceof EngineError ? error.code : String(error)),
  );
}

/** Width of a picture of the astronaut that gives her face a shorter side of about `side` px. */
const widthFor = (side: number, width: number, face: number) => Math.round((side / face) * width);

/** A JPEG of her head and shoulders. */
const portrait = (width: number) =>
  sharp(sample('astronaut'))
    .extract({ left: 60, top: 0, width: 330, height: 330 })
    .resize(width)
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer();

async function faceSide(image: Buffer): Promise<number> {
  const [face] = await findFaces(await decodePhoto(image), 1);
  return Math.min(face!.box.width, face!.box.height);
}

describe('the smallest face', () => {
  let side: number;
  beforeAll(async () => {
    side = await faceSide(await portrait(660));
  });

  async function expectLimit(operation: OperationId, limit: number): Promise<void> {
    // The models measure a face slightly differently at each size, so "just" means 4 %.
    const below = await portrait(widthFor(limit * 0.96, 660, side));
    const above = await portrait(widthFor(limit * 1.04, 660, side));
    expect(await faceSide(below)).toBeLessThan(limit);
    expect(await faceSide(above)).toBeGreaterThan(limit);
    expect(await verdictOf(operation, below)).toBe('ERROR_SMALL_FACE_SIZE');
    expect(await verdictOf(operation, above)).toBe('taken');
  }

  test('smart-face-slimming: 64 px', { tags: ['long'] }, () => expectLimit('smart-face-slimming', 64));
  test('face-analyzer-advanced: 64 px', { tags: ['long'] }, () => expectLimit('face-analyzer-advanced', 64));
});

describe('the number of faces', () => {
  const groupOf = (number: 3 | 6) => sharp(group(number)).resize(1000).jpeg({ quality: 92 }).toBuffer();

  test('slimming accepts three, but not four', { tags: ['long'] }, async () => {
    expect(await verdictOf('smart-face-slimming', await groupOf(3), { slim_degree: 0.5 })).toBe('taken');
    expect(await verdictOf('smart-face-slimming', await groupOf(6), { slim_degree: 0 })).toBe(
      'ERROR_FACE_COUNT_INVALID',
    );
  });
});
