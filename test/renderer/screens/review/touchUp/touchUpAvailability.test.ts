import { expect, it } from 'vitest';
import type { FileState, PhotographPresence } from '../../../../../contract/review/file-availability.ts';
import type { VersionView } from '../../../../../contract/review/list-queries.ts';
import { touchUpAvailability } from '../../../../../renderer/screens/review/touchUp/touchUpAvailability.ts';
import { resultOf } from '../../../../helpers/window/window-data.ts';

const photograph = { width: 4000, height: 3000 };
const version = (change: Partial<VersionView>): VersionView => ({
  ...resultOf(1),
  recipeName: 'Cutout',
  profileId: 'built-in',
  findings: [],
  flaws: [],
  version: 0,
  decision: { flag: 0, stars: 0, label: 0 },
  ...change,
});
const presence = (original: FileState, result: FileState = 'here'): PhotographPresence => {
  const file = { path: '/a', volume: null, hasPreview: true };
  return {
    photographId: 1,
    original: { ...file, state: original },
    results: [{ ...file, state: result, resultId: 1 }],
  };
};
const box = { x: 10, y: 10, width: 40, height: 40 };

it.each([
  ['a cutout', {}, presence('here'), { by: 'brush' }],
  ['a version of one', { version: 2 }, presence('here'), { by: 'brush' }],
  [
    'an element, in its place',
    { operation: 'avatar-extraction', box, width: 40, height: 40 },
    presence('here'),
    { by: 'brush' },
  ],
  ['a part of a retouch', { operation: 'smart-skin-advanced', box }, presence('here'), { why: 'part' }],
  ['a retouch', { operation: 'smart-skin-advanced' }, presence('here'), { by: 'strength' }],
  ['before it is known where files are', {}, null, { by: 'brush' }],
  ['a disk that has not answered', {}, presence('unknown', 'unknown'), { by: 'brush' }],
  ['findings', { kind: 'analysis' }, presence('here'), { why: 'analysis' }],
  ['another size', { width: 400, height: 300 }, presence('here'), { why: 'size' }],
  ['no photograph', {}, presence('gone'), { why: 'originalAway' }],
  ['no card', {}, presence('away'), { why: 'originalAway' }],
  ['no result', { present: false }, presence('here'), { why: 'resultAway' }],
  ['a result on another disk', {}, presence('here', 'away'), { why: 'resultAway' }],
] as const)('%s', (_what, change, where, offer) => {
  expect(touchUpAvailability(version(change as Partial<VersionView>), photograph, where)).toEqual(offer);
});
