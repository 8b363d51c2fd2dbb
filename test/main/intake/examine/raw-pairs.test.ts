import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RawPair } from '../../../../contract/app/settings.ts';
import { starterRecipes } from '../../../../contract/recipes/recipe.ts';
import { addPhotographs } from '../../../../main/intake/add-photographs.ts';
import { pairedFileToUse } from '../../../../main/intake/examine/raw-pairs.ts';
import { expandPaths } from '../../../../main/intake/paths/expand-paths.ts';
import { openStore, type Store } from '../../../../main/store/index.ts';
import { grainy, scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { nefFile } from '../../../helpers/photograph/raw-files.ts';
import { matchingMessage, messageText } from '../../../helpers/run/message-matchers.ts';

const root = scratchFolder();
let folder: string;
let store: Store;
let rounds = 0;
beforeEach(() => {
  folder = join(root, String(++rounds));
  mkdirSync(join(folder, 'card'), { recursive: true });
  store = openStore({ folder: join(folder, 'data') });
  return () => store.close();
});

const size = { width: 240, height: 160 };
const put = (name: string, bytes: Buffer, at?: number) => {
  const path = join(folder, 'card', name);
  writeFileSync(path, bytes);
  if (at !== undefined) utimesSync(path, at, at);
  return path;
};
const jpeg = (time?: string) => {
  const image = grainy(240, 160, rounds);
  return (time === undefined ? image : image.withExif({ IFD2: { DateTimeOriginal: time } })).jpeg().toBuffer();
};
/** A raw file of 2024:05:31 14:05:09, and a JPEG. */
async function shot(name: string, time?: string, at?: number) {
  return { raw: put(`${name}.NEF`, nefFile(await jpeg(), size), at), jpeg: put(`${name}.JPG`, await jpeg(time), at) };
}

describe('a raw file and a JPEG of the same name', () => {
  it.each([
    ['at the same time', '2024:05:31 14:05:09', true],
    ['two seconds apart', '2024:05:31 14:05:11', true],
    ['a minute apart', '2024:05:31 14:06:09', false],
  ])('taken %s', async (_, time, isPair) => {
    const { raw, jpeg } = await shot('IMG_1', time);
    expect(await pairedFileToUse(raw, 'jpeg')).toBe(isPair ? jpeg : null);
    expect(await pairedFileToUse(jpeg, 'raw')).toBe(isPair ? raw : null);
    expect(await pairedFileToUse(jpeg, 'jpeg')).toBeNull();
    expect(await pairedFileToUse(raw, 'raw')).toBeNull();
    expect(await pairedFileToUse(raw, 'both')).toBeNull();
  });

  it('are matched by modification time if they have no capture time', async () => {
    const { raw, jpeg } = await shot('IMG_2', undefined, 1_700_000_000);
    expect(await pairedFileToUse(raw, 'jpeg')).toBe(jpeg);
    utimesSync(jpeg, 1_700_009_000, 1_700_009_000);
    expect(await pairedFileToUse(raw, 'jpeg')).toBeNull();
  });
});

describe('adding a card of pairs', () => {
  async function take(choice: RawPair, paths = [join(folder, 'card')]) {
    store.settings.save({ rawAndJpeg: choice });
    const ids: number[] = [];
    const report = await addPhotographs(expandPaths(paths), {
      store,
      recipe: starterRecipes[0]!,
      batch: { title: 'card', origin: 'drop', folderId: null },
      outputFolder: join(folder, 'out'),
      profileId: 'built-in',
      from: 'hand',
      onJobs: (made) => void ids.push(...made),
    });
    if (report.refused[0]) throw new Error(messageText(report.refused[0].message));
    const names = ids.map((id) => store.jobs.get(id)!.sourcePath.slice(folder.length + 6)).sort();
    return { names, notes: report.notes };
  }

  it.each([
    ['jpeg', ['A.JPG', 'B.JPG', 'C.NEF'], [matchingMessage(/^2 raw files were left out/)]],
    ['raw', ['A.NEF', 'B.NEF', 'C.NEF'], [matchingMessage(/^2 JPEGs were left out/)]],
    ['both', ['A.JPG', 'A.NEF', 'B.JPG', 'B.NEF', 'C.NEF'], []],
  ] as const)('takes %s', async (choice, names, notes) => {
    await shot('A', '2024:05:31 14:05:09');
    await shot('B', '2024:05:31 14:05:10');
    put('C.NEF', nefFile(await jpeg(), size));
    expect(await take(choice)).toEqual({ names, notes });
  });

  it('adds a raw file named alone, and one of two that were named', async () => {
    const { raw, jpeg } = await shot('A', '2024:05:31 14:05:09');
    expect(await take('jpeg', [raw])).toEqual({ names: ['A.NEF'], notes: [] });
    expect((await take('jpeg', [raw, jpeg])).names).toEqual(['A.JPG']);
  });

  it('adds two named files whose names differ only in case', async () => {
    const { jpeg: one } = await shot('A', '2024:05:31 14:05:09');
    const other = put('a.JPG', await grainy(240, 160, 999).jpeg().toBuffer());
    // On a disk that ignores case, these are one file.
    if (readdirSync(join(folder, 'card')).length === 2) return;
    expect(await take('raw', [one, other])).toEqual({ names: ['A.JPG', 'a.JPG'], notes: [] });
  });

  it('rejects a raw file with a small preview in a build without development, until that is allowed', async () => {
    put('D.NEF', nefFile(await jpeg(), { width: 6000, height: 4000 }));
    process.env.BURNISH_WITHOUT_RAW = '1';
    try {
      await expect(take('jpeg')).rejects.toThrow(/contains only a preview of 240 × 160 px/);
      store.settings.save({ rawPreview: 'any' });
      expect((await take('jpeg')).names).toEqual(['D.NEF']);
    } finally {
      delete process.env.BURNISH_WITHOUT_RAW;
    }
  });
});
