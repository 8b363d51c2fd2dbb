import { expect, it } from 'vitest';
import { withShare } from '../../../scripts/rollout/feed.ts';

/** As electron-builder writes it. */
const built = `version: 0.2.0
files:
  - url: Burnish-0.2.0.AppImage
    sha512: abc==
    size: 12
path: Burnish-0.2.0.AppImage
sha512: abc==
releaseDate: '2026-11-28T12:00:00.000Z'
`;

it('gives a file that was just built its first share, and leaves the rest as it is', () => {
  expect(withShare('latest.yml', built, 10)).toEqual({
    text: `${built}stagingPercentage: 10\n`,
    version: '0.2.0',
    before: null,
  });
});

it('raises it, up to everybody, whom the file names too', () => {
  const { text, before } = withShare('latest.yml', withShare('latest.yml', built, 10).text, 100);
  expect([before, text]).toEqual([10, `${built}stagingPercentage: 100\n`]);
  expect(withShare('latest.yml', text, 100).text).toBe(text);
});

it('refuses to lower it', () => {
  const { text } = withShare('latest.yml', built, 50);
  expect(() => withShare('latest.yml', text, 49)).toThrow('0.2.0 is already offered to 50%. The share can only rise');
});

it('is not misled by words of the release', () => {
  const { text } = withShare('latest.yml', `${built}releaseNotes: |\n  stagingPercentage: 90\n`, 20);
  expect(text).toContain('\nstagingPercentage: 20\n');
});

it('refuses what is no feed file', () => {
  expect(() => withShare('notes.txt', 'Hello', 10)).toThrow('notes.txt is not a feed file');
});
