import { expect, it } from 'vitest';
import { operationIds } from '../../../contract/operations/operation-spec.ts';
import { operationsTable } from '../../../scripts/docs/operations.ts';

it('has a row for every operation', () => {
  for (const id of operationIds) expect(operationsTable()).toContain(`\`${id}\``);
});

it.each([
  ['defaults', '`whitening`: 0 to 100; 0: no effect, 100: maximum; default: 50'],
  ['what on and off mean', '`multi_face`: 1: all faces; empty: largest face only; default: largest face only'],
  ['what the values of a choice mean', '0: Main clothing; 1: Garments below, combined'],
  ['rules between fields', 'smart_skin is treated as 1'],
  ['the names of the filters', '18 Ice Beauty, 19 Paris, 20 Time'],
  ['formats, sizes and PNG depths', 'up to 3 MB; smaller than 2000 x 2000 px; no PNG with 8, 16, 64 bits per pixel'],
  ['how many faces, and how large', '1 to 3 faces, each larger than 64 x 64 px'],
  ['what suits skin analysis', 'best with a face of at least 200 px and 1/10 of the shorter edge'],
  ['the quality for recognition', 'quality 85 or more recommended for recognition'],
  ['how tasks are queried', 'queried every 5 s'],
  ['how long services keep results', 'result files for 24 h'],
])('contains %s', (_, words) => {
  expect(operationsTable()).toContain(words);
});
