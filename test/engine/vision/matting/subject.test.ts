import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { hairEdge, solidEdge } from '../../../../engine/vision/matting/refine-matte.ts';
import { findSubject } from '../../../../engine/vision/matting/subject.ts';
import { decodePhoto } from '../../../../engine/vision/photo/decode.ts';
import { sample } from '../../../helpers/photographs.ts';

test.each([
  ['astronaut', hairEdge],
  ['coffee', solidEdge],
] as const)('%s has edges of its kind', async (name, edge) => {
  const subject = await findSubject(await decodePhoto(await readFile(sample(name))), new AbortController().signal);
  expect(subject?.edge).toBe(edge);
});
