/** Photographs under difficult names. */
import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type BadFile, casesOf, fine, type Making, put, refused } from './bad-file.ts';
import { jpeg } from './whole-images.ts';

/** Writes photographs under `names`, which can contain folders. */
async function putAll(making: Making, names: readonly string[]) {
  const items = [];
  for (const name of names) {
    const content = making.newContent();
    const path = join(making.folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, await jpeg(content));
    items.push(fine(path, content));
  }
  return items;
}

const names: Readonly<Record<string, readonly string[]>> = {
  '255 bytes': [`${'n'.repeat(251)}.jpg`],
  '255 bytes of three each': [`${'字'.repeat(83)}ab.jpg`],
  '255 bytes, and one less': [`${'m'.repeat(251)}.jpg`, `${'m'.repeat(250)}.jpg`],
  'a line break': ['line\nbreak.jpg'],
  'only a line break': ['\n.jpg'],
  'escape sequences': ['\u001b[2J\u001b[31mred\u0007.jpg'],
  'from right to left': ['photo\u202egpj.exe.jpg', 'שלום.jpg'],
  'a leading dash': ['-rf.jpg', '--again.jpg'],
  'trailing dot and space': ['dot..jpg', 'space .jpg', 'folder. /in.jpg'],
  'reserved on Windows': ['CON.jpg', 'nul.jpg', 'COM1.jpg', 'aux.x.jpg'],
  'what Windows forbids': ['a:b*c?d"e<f>g|h.jpg'],
  'a backslash': ['back\\slash.jpg', 'a..\\up.jpg'],
  'a folder with backslashes': ['a\\..\\..\\..\\ESCAPE/in.jpg', 'b\\c/in.jpg'],
  'a tilde': ['~.jpg', '~root.jpg'],
  'percent signs': ['%2e%2e%2fup.jpg', '100%.jpg', '%s%n.jpg'],
  emoji: ['🧑🏽‍🎨🌸.jpg', '🇩🇪.jpg'],
  'an accent in two ways': ['Zoe\u0308.jpg', 'Zo\u00eb.jpg'],
  'case alone': ['Twin.jpg', 'TWIN.jpg', 'twin.JPG'],
  'case alone, of folders': ['Trip/in.jpg', 'trip/in.jpg', 'TRIP/IN.jpg'],
  'dots alone': ['...jpg', '....jpg'].slice(1).map((name) => `x${name}`),
  'invisible characters': ['zero\u200bwidth.jpg', '\u00a0.jpg', '\ufeffbom.jpg'],
  quotes: ['"\'`”.jpg', '$(touch pwned).jpg', '; rm -rf x.jpg'],
  placeholders: ['{name}.jpg', '{counter}{date}.jpg', '__proto__.jpg', 'constructor.jpg'],
  'the name of a result': ['Cut.jpg', 'Anna-Cut.jpg', 'Anna-Cut-2.jpg'],
  'the last code points': ['\u{10ffff}.jpg', '\uffff.jpg'],
};

const latin1Path = (folder: string, name: string) =>
  Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name, 'latin1')]);

/** Puts bad files between two photographs. */
const many = (count: number) => async (making: Making) => {
  const items = await putAll(making, ['first.jpg', 'last.jpg']);
  for (let nth = 0; nth < count; nth += 1)
    items.push(...(await put(making, `IMG_${nth}.jpg`, nth % 2 === 0 ? '' : 'no photograph', refused)));
  return items;
};

export const badNames: readonly BadFile[] = [
  ...Object.entries(names).flatMap(([name, all]) => casesOf('names', { [name]: (making) => putAll(making, all) })),
  ...casesOf('names', {
    'not UTF-8': async (making) => {
      const path = latin1Path(making.folder, 'caf\xe9.jpg');
      await writeFile(path, await jpeg(making.newContent()));
      // The report has U+FFFD.
      return [refused(path.toString())];
    },
    'a folder whose name is not UTF-8': async (making) => {
      const path = latin1Path(making.folder, 'No\xebl');
      await mkdir(path);
      await writeFile(Buffer.concat([path, Buffer.from('/in.jpg')]), await jpeg(making.newContent()));
      return [refused(path.toString())];
    },
  }),
  ...casesOf('folders', {
    '200 levels deep': (making) => {
      const paths = [1, 50, 100, 150, 200].map((level) => `${'d/'.repeat(level)}level ${level}.jpg`);
      return putAll(making, paths);
    },
    '300 files in a folder': many(300),
  }),
  ...casesOf(
    'folders',
    {
      '10000 files in a folder': many(10_000),
      '10000 hidden files in a folder': async (making) => {
        for (let nth = 0; nth < 10_000; nth += 1) await writeFile(join(making.folder, `.IMG_${nth}.jpg`), '');
        return putAll(making, ['last.jpg']);
      },
    },
    { isHeavy: true },
  ),
  {
    group: 'folders',
    name: 'a path of 6,000 bytes',
    async make(making) {
      const level = 'l'.repeat(200);
      const script = `for n in $(seq 30); do mkdir "$0" && cd "$0" || exit 1; done; printf x > deep.jpg`;
      const { status } = spawnSync('sh', ['-c', script, level], { cwd: making.folder });
      if (status !== 0) return [];
      // The report names the first folder whose path is too long.
      let path = making.folder;
      while (Buffer.byteLength(path) <= 4095) path = join(path, level);
      return [refused(path)];
    },
    // Node cannot remove a path of this length.
    undo: async ({ folder }) => void spawnSync('rm', ['-rf', join(folder, 'l'.repeat(200))]),
  },
];
