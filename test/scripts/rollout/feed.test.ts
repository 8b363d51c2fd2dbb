import { expect, it } from 'vitest';
import { withShare } from '../../../scripts/rollout/feed.ts';

/** A feed in electron-builder's format. */
const built = `version: 0.2.0
files:
  - url: Burnish-0.2.0.AppImage
    sha512: abc==
    size: 12
path: Burnish-0.2.0.AppImage
sha512: abc==
releaseDate: '2026-11-28T12:00:00.000Z'
`;

it('adds the first share to a newly built file, and keeps the rest', () => {
  expect(withShare('latest.yml', built, 10)).toEqual({
    text: `${built}stagingPercentage: 10\n`,
    version: '0.2.0',
    before: null,
  });
});

it('raises the share up to 100%, which the file states too', () => {
  const { text, before } = withShare('latest.yml', withShare('latest.yml', built, 10).text, 100);
  expect([before, text]).toEqual([10, `${built}stagingPercentage: 100\n`]);
  expect(withShare('latest.yml', text, 100).text).toBe(text);
});

it('refuses to lower it', () => {
  const { text } = withShare('latest.yml', built, 50);
  expect(() => withShare('latest.yml', text, 49)).toThrow('0.2.0 is already offered to 50%. The share can only rise');
});

it('ignores similar lines in the release notes', () => {
  const { text } = withShare('latest.yml', `${built}releaseNotes: |\n  stagingPercentage: 90\n`, 20);
  expect(text).toContain('\nstagingPercentage: 20\n');
});

it('rejects a file that is no feed', () => {
  expect(() => withShare('notes.txt', 'Hello', 10)).toThrow('notes.txt is not a feed file');
});
