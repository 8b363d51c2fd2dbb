import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { galleryPage, type Page, stripInvisible } from '../../../../main/delivery/gallery/gallery-page.ts';
import { matchingError, messageText } from '../../../helpers/run/message-matchers.ts';

const parts = join(import.meta.dirname, '../../../../gallery');
const evil = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`;
const page: Page = {
  id: 'a'.repeat(32),
  title: `Anna & Tom ${evil}`,
  studio: evil,
  message: `</title>${evil}`,
  pictures: [
    { id: 'b'.repeat(32), file: '0001.jpg', caption: `</script>${evil}<!--`, width: 200, height: 100, before: false },
  ],
};
const made = await galleryPage(page, parts, messageText);
/** Markup of the page, without quoted text. */
const markup = /<body>.*?<script/s.exec(made)![0].replace(/"[^"]*"/g, '""');

test('escapes all names and texts', () => {
  expect(made.match(/<script/g)).toHaveLength(2);
  expect(made.match(/<\/script/g)).toHaveLength(2);
  expect(made.match(/<img/g)).toHaveLength(3);
  expect(markup).not.toMatch(/<[^>]*\son\w+\s*=/);
  expect(made).toContain('Anna &amp; Tom &quot;&gt;&lt;script&gt;');
  const data = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(made)![1]!;
  expect(JSON.parse(data)).toMatchObject({ title: page.title, pictures: page.pictures });
});

test('allows its own style and scripts by hash, pictures next to it, and nothing else', () => {
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(made)![1]!;
  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const style = /<style>(.*?)<\/style>/s.exec(made)![1]!;
  const script = /<script>(.*?)<\/script>/s.exec(made)![1]!;
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    "img-src 'self' file:",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ]);
  expect(made.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|\/\/[a-z]+\./);
  expect(markup).not.toMatch(/<[^>]+ style=/);
});

test('has every text that the scripts use', () => {
  const data = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(made)![1]!;
  const { words } = JSON.parse(data) as { words: Record<string, string> };
  const script = /<script>(.*?)<\/script>/s.exec(made)![1]!;
  const used = [...script.matchAll(/\btext\('(\w+)'/g)].map(([, key]) => key!);
  expect(used.length).toBeGreaterThan(8);
  for (const key of used) expect(words[key], key).toMatch(/\w/);
});

test('removes invisible characters, and keeps line breaks', () => {
  expect(stripInvisible(' a\u202e\u0000b\r\nc\u2066 ')).toBe('a b\nc');
});

test('reports missing parts', async () => {
  await expect(galleryPage(page, '/nowhere', messageText)).rejects.toThrow(
    matchingError(/^The gallery page that comes with Burnish is missing\./),
  );
});
