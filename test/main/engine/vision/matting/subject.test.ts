import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { hairEdge, solidEdge } from '../../../../../main/engine/vision/matting/refine.ts';
import { findSubject } from '../../../../../main/engine/vision/matting/subject.ts';
import { decodePhoto } from '../../../../../main/engine/vision/photo/decode.ts';
import { sample } from '../../../../helpers/photographs.ts';

test.each([
  ['astronaut', hairEdge],
  ['coffee', solidEdge],
] as const)('%s has edges of its kind', async (name, edge) => {
  const subject = await findSubject(await decodePhoto(await readFile(sample(name))), new AbortController().signal);
  expect(subject?.edge).toBe(edge);
});
