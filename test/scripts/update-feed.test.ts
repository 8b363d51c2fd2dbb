import { expect, it } from 'vitest';
import { FeedRefused, feedArguments } from '../../scripts/update-feed.ts';

it('hands an address on to electron-builder', () => {
  expect(feedArguments('https://updates.example/burnish')).toEqual([
    '--config.publish.provider=generic',
    '--config.publish.url=https://updates.example/burnish',
  ]);
});

it.each([undefined, ''])('knows of no feed where none is named (%j)', (feed) => {
  expect(feedArguments(feed)).toEqual([]);
});

it('takes an address on this computer without TLS, which never leaves it', () => {
  expect(feedArguments('http://127.0.0.1:8080/')).toContain('--config.publish.url=http://127.0.0.1:8080/');
});

it.each([
  'http://updates.example/burnish',
  'http://127.evil.example/',
  'ftp://updates.example',
  'updates.example/burnish',
  'https://name:password@updates.example/',
])('refuses %s', (feed) => {
  expect(() => feedArguments(feed)).toThrow(FeedRefused);
});
