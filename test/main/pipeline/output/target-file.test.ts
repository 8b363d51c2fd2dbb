import {
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  isSameFile,
  isTaken,
  linkAs,
  reserveAndRename,
  stageFile,
} from '../../../../main/pipeline/output/target-file.ts';
import { entryAt, entryKinds } from '../../../helpers/queue/path-entries.ts';
import { makeSharedFolder, otherGroup } from '../../../helpers/studio/shared-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-target-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string) => join(folder, name);
const names = () => readdirSync(folder).sort();
const read = (name: string) => readFileSync(at(name), 'utf8');
const file = (name: string, text: string) => {
  writeFileSync(at(name), text);
  return at(name);
};

/** Records temporary files in memory. */
function notes() {
  const list = new Set<string>();
  const all: string[] = [];
  return {
    all,
    async add(path: string) {
      all.push(path);
      list.add(path);
    },
    remove: (path: string) => void list.delete(path),
    list: () => [...list],
  };
}

it.each(Object.entries(entryKinds))('%s occupies a name, whatever its target, and is unchanged', async (_, make) => {
  make(at('taken'), file('photograph.jpg', 'mine'));
  const [before, entry] = [names(), entryAt(at('taken'))];

  expect(await isTaken(at('taken'))).toBe(true);
  expect(await linkAs(file('new', 'new'), at('taken'))).toBe('taken');
  expect(await reserveAndRename(at('new'), at('taken'))).toBe(false);
  const delivery = await stageFile(at('new'), folder, notes());
  expect(await delivery.claimName(at('taken'))).toBe(false);
  await delivery.discard();

  expect([names(), entryAt(at('taken')), read('photograph.jpg')]).toEqual([before, entry, 'mine']);
});

describe('a finished file', () => {
  it('gets its name without a copy if both are on one disk', async () => {
    const made = notes();
    const { ino } = statSync(file('finished', 'new'));
    const delivery = await stageFile(at('finished'), folder, made);
    expect(await delivery.claimName(at('a.png'))).toBe(true);
    await delivery.discard();
    expect([names(), statSync(at('a.png')).ino, made.all]).toEqual([['a.png'], ino, []]);
  });

  it.skipIf(otherGroup === null)('belongs to the group of the shared folder', async () => {
    makeSharedFolder(at('shared'));
    const made = notes();
    const delivery = await stageFile(file('finished', 'new'), at('shared'), made);
    expect(await delivery.claimName(at('shared/a.png'))).toBe(true);
    await delivery.discard();
    expect(statSync(at('shared/a.png')).gid).toBe(otherGroup);
    expect([names(), readdirSync(at('shared')), made.list()]).toEqual([['shared'], ['a.png'], []]);
  });

  const shared = '/dev/shm';
  const isOther = statSync(shared, { throwIfNoEntry: false }) && statSync(shared).dev !== statSync(tmpdir()).dev;
  it.skipIf(!isOther)(
    'is copied to another disk under a random name first, and leaves no other file there',
    async () => {
      const elsewhere = mkdtempSync(join(shared, 'burnish-target-'));
      try {
        const made = notes();
        const delivery = await stageFile(file('finished', 'new'), elsewhere, made);
        expect(readdirSync(elsewhere)).toEqual([expect.stringMatching(/^\.burnish-[0-9a-f-]{36}\.tmp$/)]);
        writeFileSync(join(elsewhere, 'a.png'), 'mine');
        expect(await delivery.claimName(join(elsewhere, 'a.png'))).toBe(false);
        expect(await delivery.claimName(join(elsewhere, 'a-2.png'))).toBe(true);
        await delivery.discard();
        expect(readdirSync(elsewhere).sort()).toEqual(['a-2.png', 'a.png']);
        expect(readFileSync(join(elsewhere, 'a-2.png'), 'utf8')).toBe('new');
        expect([names(), made.list(), made.all.length]).toEqual([[], [], 1]);
      } finally {
        rmSync(elsewhere, { recursive: true });
      }
    },
  );
});

describe('on a disk without hard links', () => {
  it('a name is reserved first, and never taken from another file', async () => {
    expect(await reserveAndRename(file('one', 'first'), at('a.png'))).toBe(true);
    expect(await reserveAndRename(file('two', 'second'), at('a.png'))).toBe(false);
    expect([read('a.png'), read('two')]).toEqual(['first', 'second']);
  });

  it('a name is released if the file cannot be moved there', async () => {
    await expect(reserveAndRename(at('none'), at('a.png'))).rejects.toThrow('ENOENT');
    expect(names()).toEqual([]);
  });
});

describe('isSameFile', () => {
  it('recognizes two names of one file, and distinguishes a link from its target', async () => {
    linkSync(file('a', 'x'), at('b'));
    symlinkSync(at('a'), at('link'));
    file('copy', 'x');
    const same = (['b', 'a', 'copy', 'link', 'none'] as const).map((name) => isSameFile(at('a'), at(name)));
    expect(await Promise.all(same)).toEqual([true, true, false, false, false]);
  });
});
