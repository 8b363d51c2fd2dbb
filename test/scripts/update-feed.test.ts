import { expect, it } from 'vitest';
import { FeedRefused, feedArguments } from '../../scripts/update-feed.ts';

it('passes an address on to electron-builder', () => {
  expect(feedArguments('https://updates.example/burnish')).toEqual([
    '--config.publish.provider=generic',
    '--config.publish.url=https://updates.example/burnish',
  ]);
});

it.each([undefined, ''])('has no feed without an address (%j)', (feed) => {
  expect(feedArguments(feed)).toEqual([]);
});

it('accepts an address on this computer without TLS, because it never leaves it', () => {
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
