/** The checks of the campaigns find each broken promise. */
import { appendFile, copyFile, mkdir, mkdtemp, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { recipeSchema } from '../../../contract/recipes/recipe.ts';
import { createSeededRandom } from '../../helpers/run/seeded-random.ts';
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
  const rest = { data: join(root, 'data'), key: 'k', others: [], remove: async () => undefined };
  scene = { root, source, out, photographs, recipe, ...rest };
  before = await inventory(source, out);
  for (const target of targetsOf(scene)) await finish(target.folder, `${target.base}.png`, target.photograph.content);
});

async function finish(folder: string, name: string, photograph: number, operationOfMark = operationNumber(operation)) {
  await mkdir(folder, { recursive: true });
  const mark = { photograph, operation: operationOfMark, element: 0, serial: 1 };
  await writeFile(join(folder, name), await marked(mark).png().toBuffer());
}

async function found(times = 1): Promise<string[]> {
  const after = await inventory(scene.source, scene.out);
  const all = [...checkUntouched(before, after, scene), ...(await checkResults(before, after, scene, { times }))];
  return all.map(({ kind }) => kind).sort();
}

function targetAt(index: number) {
  const target = targetsOf(scene)[index];
  if (!target) throw new Error('there is no such target');
  return { ...target, path: join(target.folder, `${target.base}.png`) };
}

const besideTarget = (index: number, name: string) => join(targetAt(index).folder, name);
const finishFirst = (photograph: number, operationOfMark?: number) =>
  finish(targetAt(0).folder, `${targetAt(0).base}.png`, photograph, operationOfMark);

describe('the checks after a round', () => {
  it('pass if every photograph has its result', async () => {
    expect(await found()).toEqual([]);
  });

  it('accept a number if a name was taken', async () => {
    const { path, folder, base } = targetAt(0);
    await rename(path, join(folder, `${base}-2.png`));
    expect(await found()).toEqual([]);
  });

  it.each<[string, string[], () => Promise<unknown>]>([
    ['a missing result', ['lost'], () => unlink(targetAt(1).path)],
    ['a second result', ['doubled'], () => copyFile(targetAt(1).path, besideTarget(1, `${targetAt(1).base}-2.png`))],
    ['a result under another name', ['doubled', 'lost'], () => rename(targetAt(2).path, besideTarget(2, 'other.png'))],
    ['a result of another photograph', ['doubled', 'lost'], () => finishFirst(8000)],
    ['a result of another operation', ['lost', 'wrong result'], () => finishFirst(targetAt(0).photograph.content, 3)],
    [
      'half a result',
      ['damaged result', 'lost'],
      () => writeFile(targetAt(3).path, Buffer.from('89504e470d0a1a0a0000', 'hex')),
    ],
    ['a temporary file', ['left over'], () => writeFile(join(scene.out, '.burnish-1.tmp'), '')],
    ['a changed original', ['original changed'], () => appendFile(scene.photographs[0]?.path ?? '', 'x')],
    ['a missing original', ['original changed'], () => unlink(scene.photographs[1]?.path ?? '')],
    ['a changed file of another program', ['file changed'], () => writeFile(join(scene.out, 'theirs.txt'), 'ours')],
    [
      'a link that was replaced with a file',
      ['file changed'],
      async () => {
        await unlink(join(scene.out, 'a link'));
        await writeFile(join(scene.out, 'a link'), '');
      },
    ],
  ])('find %s', async (_case, kinds, damage) => {
    await damage();
    expect(await found()).toEqual(kinds);
  });

  it('find one result instead of two', async () => {
    expect(new Set(await found(2))).toEqual(new Set(['lost']));
  });
});
