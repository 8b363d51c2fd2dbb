import { expect, it } from 'vitest';
import '../../../renderer/locales/setup.ts';
import { addedInWords, folderInWords, missingShareOf } from '../../../renderer/components/shares.ts';

it.each([
  ['/photos/wedding/a.jpg', null, '/photos/wedding'],
  ['P:\\wedding\\a.jpg', null, 'P:\\wedding'],
  ['share://Photos/a.jpg', 'Photos', 'The share “Photos”'],
  ['share://Photos/2026/wedding/a.jpg', 'Photos', '2026/wedding in the share “Photos”'],
])('%s', (path, share, words) => {
  expect([missingShareOf(path), folderInWords(path)]).toEqual([share, words]);
});

it('names who added a batch, where somebody did', () => {
  expect(addedInWords({ person: 'Anna', station: 'Desk 2' })).toBe('Anna at Desk 2');
  expect(addedInWords({ person: '', station: 'Worker 3' })).toBe('Worker 3');
});
