import { expect, it } from 'vitest';
import '../../../../renderer/locales/setup.ts';
import { formatAddedBy, formatFolder, missingShareOf } from '../../../../renderer/state/data/sharePaths.ts';

it.each([
  ['/photos/wedding/a.jpg', null, '/photos/wedding'],
  ['P:\\wedding\\a.jpg', null, 'P:\\wedding'],
  ['share://Photos/a.jpg', 'Photos', 'The share “Photos”'],
  ['share://Photos/2026/wedding/a.jpg', 'Photos', '2026/wedding in the share “Photos”'],
])('%s', (path, share, words) => {
  expect([missingShareOf(path), formatFolder(path)]).toEqual([share, words]);
});

it('names the person who added a batch, if known', () => {
  expect(formatAddedBy({ person: 'Anna', station: 'Desk 2' })).toBe('Anna at Desk 2');
  expect(formatAddedBy({ person: '', station: 'Worker 3' })).toBe('Worker 3');
});
