import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { hairEdge, solidEdge } from '../../../../engine/vision/matting/refinement/refine-matte.ts';
import { findSubject } from '../../../../engine/vision/matting/subject.ts';
import { decodePhoto } from '../../../../engine/vision/photo/decode.ts';
import { sample } from '../../../helpers/photograph/photographs.ts';

async function expectEdge(name: 'astronaut' | 'coffee', edge: typeof hairEdge): Promise<void> {
  const subject = await findSubject(await decodePhoto(await readFile(sample(name))), new AbortController().signal);
  expect(subject?.edge).toBe(edge);
}

test('coffee has solid edges', () => expectEdge('coffee', solidEdge));
test('the astronaut has edges of hair', { tags: ['long'] }, () => expectEdge('astronaut', hairEdge));
