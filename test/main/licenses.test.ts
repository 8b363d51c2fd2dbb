import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { licenseIds } from '../../contract/app/about.ts';
import { licenseSections } from '../../main/licenses.ts';

const line = '-'.repeat(80);
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-licences-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

it('are there in a checkout as it comes, but for what is fetched and built', async () => {
  const root = join(import.meta.dirname, '../..');
  const places = { root, packaged: undefined, electron: [] };
  const start = async (id: (typeof licenseIds)[number]) => (await licenseSections(id, places))[0] ?? '';
  expect(await start('burnish')).toContain('MIT License');
  expect(await start('samples')).toContain('CC0');
  expect(await start('libraw')).toContain('LibRaw 0.22');
  expect(await start('fonts')).toContain('SIL OPEN FONT LICENSE');
  expect((await licenseSections('networks', places)).map((text) => text.length > 500)).toEqual([true, true]);
  expect(await licenseSections('chromium', places)).toEqual([]);
});

it('are taken from the resources of a packaged app', async () => {
  const places = { root: '/nowhere', packaged: folder, electron: [join(folder, 'none'), join(folder, 'program')] };
  for (const id of licenseIds) expect(await licenseSections(id, places)).toEqual([]);
  write('licences/Burnish.txt', 'Ours.\n');
  write(
    'licences/third-party.txt',
    `All of them.\n${line}\na 1.0.0\n\nDo as you like.\n${line}\n@fontsource-variable/b 1\n\nOf fonts.\n`,
  );
  write('licences/rating-card-letters.txt', 'Of letters.');
  write('program/LICENSE', 'Of Electron.');
  write(
    'program/LICENSES.chromium.html',
    ['A &amp; B', 'C', 'D']
      .map(
        (name) =>
          `<div><span class="title">${name}</span><pre>\n${name === 'D' ? 'Other' : 'Say &quot;&#x27;&lt;&gt;'}\n</pre></div>`,
      )
      .join('\n'),
  );
  const all = await Promise.all(licenseIds.map(async (id) => [id, await licenseSections(id, places)]));
  expect(Object.fromEntries(all)).toEqual({
    burnish: ['Ours.'],
    packages: ['All of them.', 'a 1.0.0\n\nDo as you like.', '@fontsource-variable/b 1\n\nOf fonts.'],
    fonts: ['Of letters.', '@fontsource-variable/b 1\n\nOf fonts.'],
    models: [],
    networks: [],
    samples: [],
    libraw: [],
    electron: ['Of Electron.'],
    chromium: ['A & B\nC\n\nSay "\'<>', 'D\n\nOther'],
  });
});
