/** The rule "replace": which files it replaces, and that a kill at any point loses nothing. */
import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { fingerprint } from '../../../../../main/files/content-hash.ts';
import { fileIdentity } from '../../../../../main/files/file-identity.ts';
import { placeholderText } from '../../../../../main/pipeline/output/target-file.ts';
import { completeWithImages } from '../../../../../main/pipeline/stages/results/complete-job.ts';
import { moveByRename } from '../../../../../main/pipeline/stages/results/replace-result.ts';
import type { Job, NewJob } from '../../../../../main/store/index.ts';
import { paperJob, recipeOf } from '../../../../helpers/queue/queue-stage.ts';
import { bringHome, end, placeText, singleImage, takeIn, texts, toolsFor } from '../../../../helpers/store/placing.ts';
import { type StoreStage, test } from '../../../../helpers/store/store-stage.ts';

const out = (stage: StoreStage, ...name: string[]) => join(stage.folder, 'out', ...name);
const inOut = (stage: StoreStage) =>
  Object.fromEntries(readdirSync(out(stage)).map((name) => [name, readFileSync(out(stage, name), 'utf8')]));
const replace = { conflict: 'replace' } as const;
const again = (stage: StoreStage, name = 'a', more: Partial<NewJob> = {}) =>
  takeIn(stage, name, replace, { again: true, ...more });
/** Finishes a photograph once: a.png with the content "old". */
async function finished(stage: StoreStage): Promise<Job> {
  const job = takeIn(stage, 'a', replace);
  await bringHome(stage, job, 'old');
  return job;
}
const messagesOf = (stage: StoreStage, job: Job) => texts(stage.store, job).join('\n');

describe('an earlier result of the same photograph and recipe', () => {
  test('is renamed, and kept if there is no trash', async ({ stage }) => {
    const old = await finished(stage);
    const job = again(stage);
    await bringHome(stage, job, 'new');
    expect(inOut(stage)).toEqual({ 'a.png': 'new', 'a-2.png': 'old' });
    expect(messagesOf(stage, job)).toContain('“a.png” replaces an earlier result, which is now called “a-2.png”.');
    // Both are shown and recorded as results of Burnish.
    const paths = async ({ id }: Job) => (await stage.store.results.ofJob(id)).map(({ path }) => path);
    expect([await paths(old), await paths(job)]).toEqual([[out(stage, 'a-2.png')], [out(stage, 'a.png')]]);
    for (const name of ['a.png', 'a-2.png']) expect(stage.store.writtenFiles.isOwn('', out(stage, name))).toBe(true);
  });

  test('goes to the trash once the new one is recorded', async ({ stage }) => {
    await finished(stage);
    const job = again(stage);
    const trashed: [string, string, string][] = [];
    const trash = async (path: string) => {
      trashed.push([path, readFileSync(path, 'utf8'), stage.job(job.id).state]);
      rmSync(path);
    };
    await bringHome(stage, job, 'new', { trash });
    expect(trashed).toEqual([[out(stage, 'a-2.png'), 'old', 'done']]);
    expect(inOut(stage)).toEqual({ 'a.png': 'new' });
    expect(messagesOf(stage, job)).toContain('The earlier result, “a-2.png”, is in the trash.');
  });

  test('goes there also if an earlier attempt had renamed it', { tags: ['long'] }, async ({ stage }) => {
    await finished(stage);
    const job = stage.bring(again(stage).id, 'placing');
    const trash = async (path: string) => rmSync(path);
    const tools = toolsFor(stage, job, { trash });
    const placed = await placeText(job, 'new', tools);
    if ('skipped' in placed) throw new Error('it was left out');
    expect(inOut(stage)).toEqual({ 'a.png': 'new', 'a-2.png': 'old' });
    // The next attempt finds only the file under its name.
    const file = { path: placed.path, bytes: placed.bytes, events: [] };
    await end(stage.store, job, await completeWithImages(job, [singleImage(file)], tools));
    expect(inOut(stage)).toEqual({ 'a.png': 'new' });
    expect(messagesOf(stage, job)).toContain('The earlier result, “a-2.png”, is in the trash.');
  });

  test('keeps its number if the trash rejects it', { tags: ['long'] }, async ({ stage }) => {
    await finished(stage);
    const job = again(stage);
    await bringHome(stage, job, 'new', { trash: () => Promise.reject(new Error('a network disk')) });
    expect(inOut(stage)).toEqual({ 'a.png': 'new', 'a-2.png': 'old' });
    expect(messagesOf(stage, job)).toContain(
      'The earlier result could not be moved to the trash. It was kept as “a-2.png”.',
    );
  });

  test('is not trashed if it was changed, or added as a photograph', async ({ stage }) => {
    await finished(stage);
    const job = again(stage);
    const trashed: string[] = [];
    const store = { ...stage.store };
    const trash = async (path: string) => void trashed.push(path);
    store.results = {
      ...store.results,
      add(result) {
        stage.store.results.add(result);
        appendFileSync(out(stage, 'a-2.png'), ', and worked on');
      },
    };
    await bringHome(stage, job, 'new', { store, trash });
    expect(trashed).toEqual([]);
    expect(inOut(stage)).toEqual({ 'a.png': 'new', 'a-2.png': 'old, and worked on' });
  });

  test('is replaced each time, by the next free number', { tags: ['long'] }, async ({ stage }) => {
    await finished(stage);
    writeFileSync(out(stage, 'a-2.png'), 'mine');
    for (const text of ['second', 'third']) await bringHome(stage, again(stage), text);
    expect(inOut(stage)).toEqual({ 'a.png': 'third', 'a-2.png': 'mine', 'a-3.png': 'old', 'a-4.png': 'second' });
  });
});

const notOurs = 'already exists and is not an earlier result of this photograph. The result';
const original = 'is one of your photographs. The result';
const elsewhere = (stage: StoreStage) => {
  mkdirSync(join(stage.folder, 'elsewhere'), { recursive: true });
  return join(stage.folder, 'elsewhere', 'photograph.jpg');
};
const addSource = async (stage: StoreStage, sourcePath: string) => {
  const contentHash = (await fingerprint(sourcePath))?.hash ?? '';
  takeIn(stage, 'another', {}, { sourcePath, contentHash, identity: await fileIdentity(sourcePath) });
};
/** Places the photograph's next result, and expects a number for it and no other change. */
async function expectNumbered(stage: StoreStage, why: string, more: Partial<NewJob> = {}): Promise<void> {
  const before = inOut(stage);
  const job = again(stage, 'a', more);

  await bringHome(stage, job, 'new');

  expect(inOut(stage)).toEqual({ ...before, 'a-2.png': 'new' });
  expect(messagesOf(stage, job)).toContain(`“a.png” ${why} was saved as “a-2.png”.`);
}

describe('not replaced', () => {
  test.for<[string, (stage: StoreStage) => unknown]>([
    [
      'a file of somebody else’s',
      (stage) => {
        mkdirSync(out(stage), { recursive: true });
        writeFileSync(out(stage, 'a.png'), 'old');
      },
    ],
    [
      'the result of another photograph',
      (stage) => bringHome(stage, takeIn(stage, 'b', replace, { sourcePath: '/elsewhere/a.jpg' }), 'old'),
    ],
    [
      'a result whose job is not finished',
      (stage) => {
        const job = stage.bring(takeIn(stage, 'a', replace).id, 'placing');
        return placeText(job, 'old', toolsFor(stage, job));
      },
    ],
  ])('%s', async ([, arrange], { stage }) => {
    await arrange(stage);

    await expectNumbered(stage, notOurs);
  });

  test('the result of another recipe', async ({ stage }) => {
    await finished(stage);

    const recipe = { ...recipeOf('portrait-background-removal', replace), id: 'another' };
    await expectNumbered(stage, notOurs, { recipe });
  });

  test.for<[string, string, (stage: StoreStage, path: string) => unknown]>([
    [
      'was changed',
      'was changed after Burnish saved it. The new result',
      (_, path) => writeFileSync(path, 'old, and worked on'),
    ],
    ['was added as a photograph', original, addSource],
    [
      'is a photograph under another name as well',
      original,
      (stage, path) => {
        linkSync(path, elsewhere(stage));
        return addSource(stage, elsewhere(stage));
      },
    ],
    [
      'a recipe has as its reference',
      original,
      (stage, path) => {
        symlinkSync(path, elsewhere(stage));
        const steps = [{ operation: 'ai-eyebrows', reference: elsewhere(stage) }] as const;
        stage.store.recipes.save({ ...recipeOf(steps), id: 'brows' });
      },
    ],
    [
      'a job has as its reference',
      original,
      (stage, path) => takeIn(stage, 'another', {}, { references: new Map([[path, null]]) }),
    ],
    [
      'was moved away, leaving a link to it',
      notOurs,
      (stage, path) => {
        writeFileSync(elsewhere(stage), readFileSync(path));
        rmSync(path);
        symlinkSync(elsewhere(stage), path);
      },
    ],
  ])('an earlier result that %s', async ([, why, arrange], { stage }) => {
    await finished(stage);
    await arrange(stage, out(stage, 'a.png'));

    await expectNumbered(stage, why);
  });

  test('a result of the same batch', async ({ stage }) => {
    const { batchId } = await finished(stage);
    const recipe = recipeOf('portrait-background-removal', replace);
    // The path is unchanged, but not the content.
    const item = paperJob('b', recipe, { sourcePath: '/photographs/a.jpg', outputFolder: out(stage) });
    const [id = 0] = stage.store.jobs.add({ batchId }, [item]).jobIds;
    await bringHome(stage, stage.job(id), 'new');
    expect(inOut(stage)).toEqual({ 'a.png': 'old', 'a-2.png': 'new' });
  });
});

describe('after a kill, the next attempt leaves the new one under its name and the old one under a number', () => {
  const steps: Readonly<Record<string, (first: string, second: string, stage: StoreStage) => void>> = {
    'before anything': () => undefined,
    'known by its new name': (first, second, { store }) => store.writtenFiles.renamed(first, second),
    'with both names': (first, second, { store }) => {
      store.writtenFiles.renamed(first, second);
      linkSync(first, second);
    },
    'a name kept for it, on a disk without hard links': (first, second, { store }) => {
      store.writtenFiles.renamed(first, second);
      writeFileSync(second, placeholderText);
    },
    'moved aside': (first, second, { store }) => {
      store.writtenFiles.renamed(first, second);
      linkSync(first, second);
      rmSync(first);
    },
  };
  test.for(Object.keys(steps))('%s', async (name, { stage }) => {
    const old = await finished(stage);
    const job = again(stage);
    steps[name]?.(out(stage, 'a.png'), out(stage, 'a-2.png'), stage);
    await bringHome(stage, job, 'new');
    expect(inOut(stage)).toEqual({ 'a.png': 'new', 'a-2.png': 'old' });
    const results = await Promise.all([old, job].map(({ id }) => stage.store.results.ofJob(id)));
    expect(results.flat().map(({ path }) => path)).toEqual([out(stage, 'a-2.png'), out(stage, 'a.png')]);
  });
});

test('an empty file under the intended number belongs to another program, and is kept', async ({ stage }) => {
  await finished(stage);
  const job = again(stage);
  stage.store.writtenFiles.renamed(out(stage, 'a.png'), out(stage, 'a-2.png'));
  writeFileSync(out(stage, 'a-2.png'), '');
  await bringHome(stage, job, 'new');
  expect(inOut(stage)).toEqual({ 'a.png': 'old', 'a-2.png': '', 'a-3.png': 'new' });
});

describe('moveByRename, on a disk without hard links', () => {
  const files = async (stage: StoreStage) => {
    const [from, to] = [join(stage.folder, 'from'), join(stage.folder, 'to')];
    writeFileSync(from, 'old');
    return { from, to, hash: (await fingerprint(from))?.hash ?? '' };
  };
  test('moves a file with the expected content', async ({ stage }) => {
    const { from, to, hash } = await files(stage);
    expect(await moveByRename(from, to, hash)).toBe('moved');
    expect([existsSync(from), readFileSync(to, 'utf8')]).toEqual([false, 'old']);
  });
  test('moves any other file back', async ({ stage }) => {
    const { from, to, hash } = await files(stage);
    writeFileSync(from, 'changed');
    expect(await moveByRename(from, to, hash)).toBe('changed');
    expect([readFileSync(from, 'utf8'), existsSync(to)]).toEqual(['changed', false]);
  });
  test('does not take an existing name', async ({ stage }) => {
    const { from, to, hash } = await files(stage);
    writeFileSync(to, 'mine');
    expect(await moveByRename(from, to, hash)).toBe('taken');
    expect([readFileSync(from, 'utf8'), readFileSync(to, 'utf8')]).toEqual(['old', 'mine']);
  });
});
