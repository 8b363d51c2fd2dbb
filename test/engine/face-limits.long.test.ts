/** Size and number of faces: the real operations just below and just above each limit of the interface. */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { OperationId } from '../../contract/operations/operation-spec.ts';
import { EngineError } from '../../engine/engine-error.ts';
import { runOperation } from '../../engine/operations/index.ts';
import { callOf, group } from '../helpers/face/faces.ts';

async function verdictOf(operation: OperationId, image: Uint8Array, params = {}): Promise<string> {
  return runOperation(callOf(operation, image, params)).then(
    () => 'taken',
    (error: unknown) => (error instanceof EngineError ? error.code : String(error)),
  );
}

describe('the number of faces', () => {
  const groupOf = (number: 3 | 6) => sharp(group(number)).resize(1000).jpeg({ quality: 92 }).toBuffer();

  test('slimming accepts three, but not four', async () => {
    expect(await verdictOf('smart-face-slimming', await groupOf(3), { slim_degree: 0.5 })).toBe('taken');
    expect(await verdictOf('smart-face-slimming', await groupOf(6), { slim_degree: 0.5 })).toBe(
      'ERROR_FACE_COUNT_INVALID',
    );
  });
});
