import { expect, test } from 'vitest';
import { mapFiles, placeFiles } from '../../../../engine/service/interface/placed-output.ts';

const file = { bytes: Uint8Array.of(1), mime: 'image/png' } as const;
const box = { x: 1, y: 2, width: 3, height: 4 };

test.each([
  [
    { kind: 'image', file },
    { kind: 'image', file: 'name' },
  ],
  [
    { kind: 'images', files: [file, file] },
    { kind: 'images', files: ['name', 'name'] },
  ],
  [
    { kind: 'elements', elements: [{ file, ...box }] },
    { kind: 'elements', elements: [{ file: 'name', ...box }] },
  ],
  [
    { kind: 'apparel', image: file, classes: { tops: file } },
    { kind: 'apparel', image: 'name', classes: { tops: 'name' } },
  ],
  [
    { kind: 'analysis', body: { result: 1 } },
    { kind: 'analysis', body: { result: 1 } },
  ],
] as const)('every file of %o is placed', async (output, placed) => {
  const made = await placeFiles(structuredClone(output) as Parameters<typeof placeFiles>[0], () => 'name');
  expect(made).toEqual(placed);
  const named = mapFiles(made, (name) => `url of ${name}`);
  expect(JSON.stringify(named)).toBe(JSON.stringify(placed).replaceAll('"name"', '"url of name"'));
});
