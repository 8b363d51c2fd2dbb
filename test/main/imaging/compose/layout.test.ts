import { expect, it } from 'vitest';
import { compositionSchema } from '../../../../contract/recipes/composition.ts';
import { layOutSubject } from '../../../../main/imaging/compose/layout.ts';

const photograph = { width: 4000, height: 3000 };
const subject = { left: 1000, top: 500, width: 1000, height: 2000 };
const square = { kind: 'exact', width: 2000, height: 2000 } as const;

const cases: readonly (readonly [string, object, object])[] = [
  ['nothing asked: as it is', {}, { canvas: photograph, scale: 1, left: 1000, top: 500 }],
  [
    '85 % of a square, centred',
    { canvas: square, fill: 0.85 },
    { canvas: { width: 2000, height: 2000 }, scale: 0.85, left: 575, top: 150 },
  ],
  ['on a baseline at 8 %', { canvas: square, fill: 0.85, baseline: 0.08 }, { scale: 0.85, left: 575, top: 140 }],
  ['a baseline that leaves less room', { canvas: square, fill: 1, baseline: 0.2 }, { scale: 0.8, left: 600, top: 0 }],
  ['a margin before the fill', { canvas: square, fill: 0.95, margin: 0.1 }, { scale: 0.8, left: 600, top: 200 }],
  [
    'in a corner',
    { canvas: square, fill: 0.5, margin: 0.05, horizontal: 'right', vertical: 'bottom' },
    { scale: 0.5, left: 1400, top: 900 },
  ],
  ['the whole photograph in an exact size', { canvas: square }, { scale: 0.5, left: 500, top: 500 }],
  ['cropped', { crop: true }, { canvas: { width: 1000, height: 2000 }, scale: 1, left: 0, top: 0 }],
  [
    'cropped with a margin',
    { crop: true, margin: 0.1 },
    { canvas: { width: 1250, height: 2250 }, scale: 1, left: 125, top: 125 },
  ],
  [
    'cropped with a fill',
    { crop: true, fill: 0.8 },
    { canvas: { width: 1250, height: 2500 }, scale: 1, left: 125, top: 250 },
  ],
  [
    'cropped, longest side',
    { crop: true, canvas: { kind: 'longest', px: 1000 } },
    { canvas: { width: 500, height: 1000 }, scale: 0.5, left: 0, top: 0 },
  ],
  [
    'the photograph’s shape, longest side',
    { canvas: { kind: 'longest', px: 2000 } },
    { canvas: { width: 2000, height: 1500 }, scale: 0.5, left: 500, top: 250 },
  ],
];

it.each(cases)('%s', (_, composition, expected) => {
  expect(layOutSubject(subject, photograph, compositionSchema.parse(composition))).toMatchObject({
    ...expected,
    wanted: null,
  });
});

it('never enlarges beyond the limit, and reports the requested size', () => {
  const large = { kind: 'exact', width: 6000, height: 6000 } as const;
  const never = layOutSubject(subject, photograph, compositionSchema.parse({ canvas: large, fill: 0.8 }));
  expect([never.scale, never.wanted?.toFixed(2), never.left, never.top]).toEqual([1, '2.40', 2500, 2000]);
  const some = layOutSubject(
    subject,
    photograph,
    compositionSchema.parse({ canvas: large, fill: 0.8, mostEnlarged: 3 }),
  );
  expect([some.scale.toFixed(2), some.wanted]).toEqual(['2.40', null]);
});
