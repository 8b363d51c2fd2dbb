/** Files and folders that change while they are taken in: whatever comes of them, it is whole or said. */
import { appendFile, mkdir, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BadFile, doneOrRefused, type Item, type Making } from './bad-file.ts';
import { jpeg } from './whole-images.ts';

const changingFile = ({ folder }: Making) => join(folder, 'changing.jpg');

/** Any end, and nothing said where it went before it was met. */
const anyEnd = (path: string): Item => ({ path, may: ['done', 'refused', 'passed'], content: null });

/** Does `change` again and again, at a pace that meets every step of an intake sooner or later. */
function again(change: (making: Making, nth: number) => Promise<unknown>): NonNullable<BadFile['meanwhile']> {
  return async (making, signal) => {
    for (let nth = 0; !signal.aborted && nth < 400; nth += 1) {
      await change(making, nth).catch(() => undefined);
      await sleep(making.chance.between(1, 40), undefined, { signal }).catch(() => undefined);
    }
  };
}

function changing(name: string, change: (making: Making, nth: number) => Promise<unknown>): BadFile {
  return {
    group: 'changes',
    name,
    changes: true,
    async make(making) {
      await writeFile(changingFile(making), await jpeg(making.newContent()));
      return [anyEnd(changingFile(making))];
    },
    meanwhile: again(change),
  };
}

const half = async (making: Making) => {
  const bytes = await jpeg(making.newContent());
  return bytes.subarray(0, bytes.length / 2);
};

/** Copied in pieces, as a slow disk does; it may be met before its end, and is refused or taken whole. */
const growing: BadFile = {
  group: 'changes',
  name: 'a copy under way',
  changes: true,
  async make(making) {
    const content = making.newContent();
    await writeFile(changingFile(making), '');
    return [{ ...doneOrRefused(changingFile(making), content), may: ['done', 'refused', 'passed'] }];
  },
  async meanwhile(making, signal) {
    // Its number is the last one that was given to this folder: taken once more, it is the same picture.
    const bytes = await jpeg(contentOf.get(making.folder) ?? 1);
    for (let at = 0; at < bytes.length && !signal.aborted; at += 2000) {
      await appendFile(changingFile(making), bytes.subarray(at, at + 2000));
      await sleep(making.chance.between(5, 60), undefined, { signal }).catch(() => undefined);
    }
  },
};
const contentOf = new Map<string, number>();
const growingOf: BadFile = {
  ...growing,
  async make(making) {
    const items = await growing.make(making);
    contentOf.set(making.folder, items[0]?.content ?? 1);
    return items;
  },
};

const folderGoes: BadFile = {
  group: 'changes',
  name: 'a folder that goes during the walk',
  changes: true,
  async make(making) {
    const items: Item[] = [];
    for (let nth = 0; nth < 12; nth += 1) {
      const path = join(making.folder, `sub ${nth % 3}`, `${nth}.jpg`);
      await mkdir(join(making.folder, `sub ${nth % 3}`), { recursive: true });
      await writeFile(path, await jpeg(making.newContent()));
      items.push(anyEnd(path));
    }
    const folders = [0, 1, 2].map((nth) => anyEnd(join(making.folder, `sub ${nth}`)));
    return [...items, ...folders, anyEnd(making.folder)];
  },
  async meanwhile(making, signal) {
    await sleep(making.chance.between(200, 1500), undefined, { signal }).catch(() => undefined);
    await rm(join(making.folder, 'sub 1'), { recursive: true, force: true });
    await sleep(making.chance.between(1, 300), undefined, { signal }).catch(() => undefined);
    await rename(join(making.folder, 'sub 2'), join(making.folder, '.moved')).catch(() => undefined);
  },
};

export const badChanges: readonly BadFile[] = [
  growingOf,
  folderGoes,
  changing('a file that grows without end', (making) => appendFile(changingFile(making), Buffer.alloc(3000, 1))),
  changing('a file that shrinks and grows', async (making, nth) =>
    nth % 2 === 0 ? truncate(changingFile(making), 3000) : writeFile(changingFile(making), await half(making)),
  ),
  changing('a file that goes and comes', async (making, nth) =>
    nth % 2 === 0
      ? rm(changingFile(making), { force: true })
      : writeFile(changingFile(making), await jpeg(making.newContent())),
  ),
  changing('a file that is replaced', async (making) => {
    const replacement = join(making.folder, '.other');
    await writeFile(replacement, await jpeg(making.newContent()));
    await rename(replacement, changingFile(making));
  }),
  changing('a file that becomes a folder', async (making, nth) => {
    await rm(changingFile(making), { recursive: true, force: true });
    await (nth % 2 === 0 ? mkdir(changingFile(making)) : writeFile(changingFile(making), await half(making)));
  }),
  {
    ...changing('a file that is touched', (making) => utimes(changingFile(making), new Date(), new Date())),
    async make(making) {
      const content = making.newContent();
      await writeFile(changingFile(making), await jpeg(content));
      return [{ path: changingFile(making), may: ['done'], content }];
    },
  },
  changing('a file that goes for good', (making, nth) =>
    nth === making.chance.between(5, 60) ? rm(changingFile(making), { force: true }) : Promise.resolve(),
  ),
];
