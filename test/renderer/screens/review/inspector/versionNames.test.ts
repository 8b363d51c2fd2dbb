import { expect, it } from 'vitest';
import { distinctName } from '../../../../../renderer/screens/review/inspector/versionNames.ts';

const version = (id: number, change: object = {}) => ({
  ...{ id, name: 'Amazon main', width: 2000, height: 2000, path: '/out/a.jpg', createdAt: id, service: 'Here' },
  ...change,
});
const names = (...versions: ReturnType<typeof version>[]) =>
  versions.map((each) =>
    distinctName(each, versions, ({ name }) => name, {
      serviceOf: ({ service }) => service,
      timeOf: (at) => `at ${at}`,
    }),
  );

it.each([
  ['a name of its own is enough', [version(1), version(2, { name: 'Web' })], ['Amazon main', 'Web']],
  [
    'the size',
    [version(1), version(2, { width: 1000, height: 1000 })],
    ['Amazon main · 2000 × 2000', 'Amazon main · 1000 × 1000'],
  ],
  ['the service', [version(1), version(2, { service: 'There' })], ['Amazon main · Here', 'Amazon main · There']],
  ['the form', [version(1), version(2, { path: '/out/a.png' })], ['Amazon main · JPG', 'Amazon main · PNG']],
  ['the time', [version(1), version(2)], ['Amazon main · at 1', 'Amazon main · at 2']],
  [
    'only what is needed',
    [version(1), version(2, { width: 900 }), version(3)],
    ['Amazon main · 2000 × 2000 · at 1', 'Amazon main · 900 × 2000', 'Amazon main · 2000 × 2000 · at 3'],
  ],
] as const)('results of one name are told apart by %s', (_, versions, expected) => {
  expect(names(...versions)).toEqual(expected);
});
