import { expect, it } from 'vitest';
import '../../../../renderer/locales/setup.ts';
import type { FilePresence, PhotographPresence } from '../../../../contract/review/file-availability.ts';
import { missingFileText, whyNoOriginal, whyNoResult } from '../../../../renderer/state/review/fileAvailability.ts';

const file = (state: FilePresence['state'], path = '/finished/one.png', volume: string | null = null) => ({
  ...{ state, path, volume, hasPreview: true },
});
const presenceOf = (result: FilePresence, original: FilePresence = file('here')): PhotographPresence => ({
  ...{ photographId: 1, original, results: [{ ...result, resultId: 7 }] },
});
const result = (present: boolean, path: string | null = '/finished/one.png') => ({ id: 7, path, present });
const gone = 'This result is no longer in /finished.';

it.each([
  [file('here'), null],
  [file('unknown'), null],
  [file('gone'), gone],
  // The system's own disk has no name.
  [file('away'), gone],
  [file('away', '/mnt/nas/one.png', 'nas'), 'This result is on “nas”, which is not connected.'],
  [file('outside'), 'The path of this result leads outside its share, so it is not opened.'],
  [file('gone', 'share://photos/one.png'), 'In the share “photos”, which is not set up on this computer.'],
] as const)('names the reason why %j is not available', (presence, text) => {
  expect(missingFileText(presence, 'result')).toBe(text);
});

it('a result has the availability of the last check, or of its row before that', () => {
  expect(whyNoResult(result(true), presenceOf(file('gone')))).toBe(gone);
  expect(whyNoResult(result(false), presenceOf(file('here')))).toBeNull();
  for (const presence of [null, presenceOf(file('unknown'))]) {
    expect(whyNoResult(result(true), presence)).toBeNull();
    expect(whyNoResult(result(false), presence)).toBe(gone);
  }
  // An analysis has no file.
  expect(whyNoResult(result(false, null), null)).toBeNull();
});

it('an original in a share of other stations may be available to them', () => {
  expect(whyNoOriginal(null)).toBeNull();
  expect(whyNoOriginal(presenceOf(file('here'), file('gone', '/card/one.jpg')))).toBe(
    'The original is no longer in /card.',
  );
  expect(whyNoOriginal(presenceOf(file('here'), file('gone', 'share://photos/one.jpg')))).toBeNull();
});
