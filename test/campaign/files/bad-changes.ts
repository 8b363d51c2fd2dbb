/** Files and folders that change while they are added. */
import { appendFile, mkdir, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { anyOutcome, type BadFile, fine, type Item, type Making } from './bad-file.ts';
import { jpeg } from './whole-images.ts';

const changingFile = ({ folder }: Making) => join(folder, 'changing.jpg');

type Change = (making: Making, nth: number) => Promise<unknown>;

/** Waits a random time, or until the command has ended. */
const pause = ({ chance }: Making, min: number, max: number, signal: AbortSignal) =>
  sleep(chance.between(min, max), undefined, { signal }).catch(() => undefined);

/** A photograph that changes repeatedly, so that each step of adding meets a change. */
function changing(name: string, change: Change, itemOf: (path: string, content: number) => Item = anyPath): BadFile {
  return {
    group: 'changes',
    name,
    changes: true,
    async make(making) {
      const content = making.newContent();
      await writeFile(changingFile(making), await jpeg(content));
      return [itemOf(changingFile(making), content)];
    },
    async change(making, signal) {
      for (let nth = 0; !signal.aborted && nth < 400; nth += 1) {
        await change(making, nth).catch(() => undefined);
        await pause(making, 1, 40, signal);
      }
    },
  };
}

const anyPath = (path: string) => anyOutcome(path);

const half = async (making: Making) => {
  const bytes = await jpeg(making.newContent());
  return bytes.subarray(0, bytes.length / 2);
};

const copiedContents = new Map<string, number>();

export const badChanges: readonly BadFile[] = [
  {
    group: 'changes',
    name: 'a copy under way',
    changes: true,
    async make(making) {
      const content = making.newContent();
      copiedContents.set(making.folder, content);
      await writeFile(changingFile(making), '');
      return [anyOutcome(changingFile(making), content)];
    },
    async change(making, signal) {
      const bytes = await jpeg(copiedContents.get(making.folder) ?? 1);
      for (let start = 0; start < bytes.length && !signal.aborted; start += 2000) {
        await appendFile(changingFile(making), bytes.subarray(start, start + 2000));
        await pause(making, 5, 60, signal);
      }
    },
  },
  {
    group: 'changes',
    name: 'a folder that goes during the walk',
    changes: true,
    async make(making) {
      const folders = [0, 1, 2].map((nth) => join(making.folder, `sub ${nth}`));
      const paths = Array.from({ length: 12 }, (_, nth) => join(folders[nth % 3]!, `${nth}.jpg`));
      for (const folder of folders) await mkdir(folder, { recursive: true });
      for (const path of paths) await writeFile(path, await jpeg(making.newContent()));
      return [...paths, ...folders, making.folder].map(anyPath);
    },
    async change(making, signal) {
      await pause(making, 200, 1500, signal);
      await rm(join(making.folder, 'sub 1'), { recursive: true, force: true });
      await pause(making, 1, 300, signal);
      await rename(join(making.folder, 'sub 2'), join(making.folder, '.moved')).catch(() => undefined);
    },
  },
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
  changing('a file that is touched', (making) => utimes(changingFile(making), new Date(), new Date()), fine),
  changing('a file that goes for good', async (making, nth) => {
    if (nth === making.chance.between(5, 60)) await rm(changingFile(making), { force: true });
  }),
];
