/** A campaign that cannot find anything proves nothing: here every promise is broken by hand, and must be found. */
import { appendFile, copyFile, mkdir, mkdtemp, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { recipeSchema } from '../../../contract/recipes/recipe.ts';
import { createSeededRandom } from '../../helpers/seeded-random.ts';
import { operationNumber } from '../service/results.ts';
import { checkResults, checkUntouched, type Inventory, inventory } from './check.ts';
import { marked } from './mark.ts';
import { takePhotographs } from './photographs.ts';
import type { Scene } from './scene.ts';
import { targetsOf } from './targets.ts';

const operation = 'portrait-background-removal';
let scene: Scene;
let before: Inventory;

beforeEach(async () => {
  const root = await mkdtemp(join(tmpdir(), 'burnish-check-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const source = join(root, 'photographs');
  const out = join(root, 'out');
  await mkdir(out, { recursive: true });
  await writeFile(join(out, 'theirs.txt'), 'theirs');
  await symlink('nowhere', join(out, 'a link'));
  const recipe = recipeSchema.parse({ id: 'r', name: 'Cut', steps: [{ operation, params: {} }], output: {} });
  const photographs = await takePhotographs(source, createSeededRandom('check'), { count: 4, twins: 0.5 });
  scene = {
    root,
    data: join(root, 'data'),
    source,
    out,
    photographs,
    recipe,
    key: 'k',
    others: [],
    remove: async () => undefined,
  };
  before = await inventory(source, out);
  for (const target of targetsOf(scene)) await finish(target.folder, `${target.base}.png`, target.photograph.content);
});

async function finish(
  folder: string,
  name: string,
  photograph: number,
  change: { operation?: number; element?: number } = {},
) {
  await mkdir(folder, { recursive: true });
  const mark = { photograph, operation: operationNumber(operation), element: 0, serial: 1, ...change };
  await writeFile(join(folder, name), await marked(mark).png().toBuffer());
}

async function found(times = 1): Promise<string[]> {
  const after = await inventory(scene.source, scene.out);
  const all = [...checkUntouched(before, after, scene), ...(await checkResults(before, after, scene, { times }))];
  return all.map(({ kind }) => kind).sort();
}

/** The `index`-th target, and the path of its file. */
function targetAt(index: number) {
  const target = targetsOf(scene)[index];
  if (!target) throw new Error('there is no such target');
  return { ...target, path: join(target.folder, `${target.base}.png`) };
}

describe('what a round leaves', () => {
  it('is right when every photograph has its result', async () => {
    expect(await found()).toEqual([]);
  });

  it('may have a number where a name was taken', async () => {
    const { path, folder, base } = targetAt(0);
    await rename(path, join(folder, `${base}-2.png`));
    expect(await found()).toEqual([]);
  });

  it.each<[string, string[], () => Promise<unknown>]>([
    ['a result that is missing', ['lost'], () => unlink(targetAt(1).path)],
    [
      'a result that is there twice',
      ['doubled'],
      () => copyFile(targetAt(1).path, join(targetAt(1).folder, `${targetAt(1).base}-2.png`)),
    ],
    [
      'a result under another name',
      ['doubled', 'lost'],
      () => rename(targetAt(2).path, join(targetAt(2).folder, 'other.png')),
    ],
    [
      'a result of another photograph',
      ['doubled', 'lost'],
      () => finish(targetAt(0).folder, `${targetAt(0).base}.png`, 8000),
    ],
    [
      'a result of another operation',
      ['lost', 'wrong result'],
      () => finish(targetAt(0).folder, `${targetAt(0).base}.png`, targetAt(0).photograph.content, { operation: 3 }),
    ],
    [
      'half a result',
      ['damaged result', 'lost'],
      () => writeFile(targetAt(3).path, Buffer.from('89504e470d0a1a0a0000', 'hex')),
    ],
    ['a temporary file', ['left over'], () => writeFile(join(scene.out, '.burnish-1.tmp'), '')],
    ['a changed original', ['original changed'], () => appendFile(scene.photographs[0]?.path ?? '', 'x')],
    ['an original that is gone', ['original changed'], () => unlink(scene.photographs[1]?.path ?? '')],
    ["a changed file of somebody else's", ['file changed'], () => writeFile(join(scene.out, 'theirs.txt'), 'ours')],
    [
      'a link that was replaced by a file',
      ['file changed'],
      async () => {
        await unlink(join(scene.out, 'a link'));
        await writeFile(join(scene.out, 'a link'), '');
      },
    ],
  ])('is wrong with %s', async (_what, kinds, damage) => {
    await damage();
    expect(await found()).toEqual(kinds);
  });

  it('is wrong when there is one result of two that were asked for', async () => {
    expect(new Set(await found(2))).toEqual(new Set(['lost']));
  });
});
