/** Several outputs of a recipe: one response, several files, each written once despite crashes. */
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import { operations } from '../../../../contract/operations/table.ts';
import { compositionSchema } from '../../../../contract/recipes/composition.ts';
import { additionalOutput, type Output } from '../../../../contract/recipes/output.ts';
import type { Recipe } from '../../../../contract/recipes/recipe.ts';
import { resourceId } from '../../../../main/imaging/container/image-resources.ts';
import { jpegResources } from '../../../../main/imaging/metadata/formats/splice-resources.ts';
import { documentIdOf } from '../../../../main/imaging/metadata/rules/xmp-document-id.ts';
import { readPsdSize } from '../../../../main/imaging/psd/psd-size.ts';
import { place } from '../../../../main/pipeline/stages/place.ts';
import type { StageContext } from '../../../../main/pipeline/stages/stage-types.ts';
import { makeWorkFolder } from '../../../../main/pipeline/stages/work/work-folder.ts';
import type { Job } from '../../../../main/store/index.ts';
import { parsePathResource } from '../../../helpers/photograph/path-resources.ts';
import { numbersOf } from '../../../helpers/photograph/photographs.ts';
import {
  builtInProfileId,
  paperJob,
  type QueueStage,
  recipeOf,
  remoteId,
  test,
} from '../../../helpers/queue/queue-stage.ts';
import { end, toolsFor } from '../../../helpers/store/placing.ts';
import { type StoreStage, test as stored } from '../../../helpers/store/store-stage.ts';

const submitCutout = `POST ${operations['portrait-background-removal'].path}`;
const sent = (stage: QueueStage) => stage.server.requestsOf(submitCutout).length;

function withOutputs(first: Partial<Output>, ...further: Partial<Output>[]): Recipe {
  const alsoAs = further.map((each, at) => additionalOutput({ template: `{name}-${at + 2}`, ...each }));
  return { ...recipeOf('portrait-background-removal', first), alsoAs };
}
const web: Partial<Output> = { format: 'jpeg', size: { kind: 'longest', px: 32, enlarge: false }, colour: 'srgb' };
const sized: Partial<Output> = { size: { kind: 'longest', px: 32, enlarge: false } };
const print: Partial<Output> = { format: 'tiff', depth: 16 };

/** Adds a photograph with the same content at another path. */
async function same(stage: QueueStage, job: Job, name: string, recipe: Recipe): Promise<Job> {
  const sourcePath = join(dirname(job.sourcePath), name);
  await writeFile(sourcePath, await readFile(job.sourcePath));
  const { contentHash, bytes, width, height, profileId, relativeFolder } = job;
  const item = {
    contentHash,
    bytes,
    width,
    height,
    profileId,
    relativeFolder,
    sourcePath,
    recipe,
    outputFolder: stage.out,
  };
  return stage.job(stage.store.jobs.add({ title: name, origin: 'drop', folderId: null }, [item]).jobIds[0] ?? 0);
}

describe('an output that declares the use of AI', () => {
  const formats = [['png'], ['jpeg'], ['tiff'], ['webp'], ['psd']] as const;
  const checkDisclosure = async ([format]: (typeof formats)[number], { stage }: { stage: QueueStage }) => {
    await stage.answers('portrait-background-removal');
    const disclosure = { credit: 'Photograph: Anna, retouched with AI' };
    const recipe = withOutputs(
      {},
      { format, disclosure, metadata: { keep: 'none', without: [], creator: null, copyright: null } },
    );
    const job = await stage.add(recipe, { name: 'a' });
    stage.start();
    await stage.reach(job, 'done');
    const sourceTypeUri = 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicallyEnhanced';
    const bytes = (name: string) => readFile(join(stage.out, name), 'latin1');
    const [plain, disclosed] = (await stage.outputs()).sort((a, b) => a.length - b.length) as [string, string];
    expect(await bytes(disclosed)).toContain(sourceTypeUri);
    expect(await bytes(disclosed)).toContain(disclosure.credit);
    expect(await bytes(plain)).not.toContain('DigitalSourceType');
  };
  test.for(formats.slice(0, 1))('%s records the kind of change, and the credit', checkDisclosure);
  test.for(formats.slice(1))('%s records the kind of change, and the credit', { tags: ['long'] }, checkDisclosure);
});

describe('an output that keeps the photograph’s metadata', () => {
  const formats = [['png'], ['jpeg'], ['tiff'], ['webp'], ['avif'], ['psd']] as const;
  const checkOrigin = async ([format]: (typeof formats)[number], { stage }: { stage: QueueStage }) => {
    await stage.answers('portrait-background-removal');
    const bare = { ...additionalOutput().metadata, keep: 'none' as const };
    const job = await stage.add(withOutputs({ metadata: bare }, { format }), { name: 'a' });
    stage.start();
    await stage.reach(job, 'done');
    const id = documentIdOf(job.contentHash);
    const bytes = (name: string) => readFile(join(stage.out, name), 'latin1');
    const [plain, told] = (await stage.outputs()).sort((a, b) => a.length - b.length) as [string, string];
    expect(await bytes(told)).toContain(`xmpMM:DocumentID="${id}"`);
    expect(await bytes(plain)).not.toContain(id);
  };
  test.for(formats.slice(0, 1))('%s records its source, and one without metadata does not', checkOrigin);
  test.for(formats.slice(1))(
    '%s records its source, and one without metadata does not',
    { tags: ['long'] },
    checkOrigin,
  );
});

describe('a result of several outputs', () => {
  test('is one response, one version and a file for each', async ({ stage }) => {
    await stage.answers('portrait-background-removal');
    const elsewhere = join(stage.dir, 'elsewhere');
    const recipe = withOutputs({}, web, { ...print, folder: elsewhere });
    const job = await stage.add(recipe, { name: 'a', item: { relativeFolder: 'day 1' } });
    stage.start();
    await stage.reach(job, 'done');
    expect(sent(stage)).toBe(1);
    expect(await stage.outputs()).toEqual([join('day 1', 'a-2.jpg'), join('day 1', 'a.png')]);
    const deep = await sharp(join(elsewhere, 'day 1', 'a-3.tif')).metadata();
    expect(deep).toMatchObject({ format: 'tiff', depth: 'ushort', width: 64, height: 48 });
    expect(await sharp(join(stage.out, 'day 1', 'a-2.jpg')).metadata()).toMatchObject({ width: 32, hasProfile: true });
    const [result, ...others] = await stage.store.results.ofJob(job.id);
    expect(others).toEqual([]);
    expect(result).toMatchObject({ path: join(stage.out, 'day 1', 'a.png'), width: 64 });
    expect(result?.further?.map(({ output, path, width, present }) => [output, path, width, present])).toEqual([
      [1, join(stage.out, 'day 1', 'a-2.jpg'), 32, true],
      [2, join(elsewhere, 'day 1', 'a-3.tif'), 64, true],
    ]);
    expect(stage.store.results.furtherPathOf(result!.id, 2)).toBe(join(elsewhere, 'day 1', 'a-3.tif'));
    expect(stage.store.results.outcomeOf(job.id).paths).toHaveLength(3);
    expect(stage.store.views.byId([job.id])[0]?.resultCount).toBe(1);
    const versions = await stage.store.photographViews.versions(job.photographId ?? 0);
    expect(versions.map(({ further }) => further?.length)).toEqual([2]);
    await stage.queue.drained();
    expect(await stage.workFolders()).toEqual([]);
  });

  test('can be layers, an outline and a composition of one cutout', { tags: ['long'] }, async ({ stage }) => {
    await stage.answers('portrait-background-removal');
    const composition = compositionSchema.parse({ canvas: { kind: 'exact', width: 80, height: 80 }, fill: 0.5 });
    const psd: Partial<Output> = { format: 'psd', clippingPath: true };
    const shop: Partial<Output> = { format: 'jpeg', composition };
    const job = await stage.add(withOutputs({}, psd, shop, { format: 'jpeg', clippingPath: true, ...sized }), {
      name: 'a',
    });
    stage.start();
    await stage.reach(job, 'done');
    expect(await stage.outputs()).toEqual(['a-2.psd', 'a-3.jpg', 'a-4.jpg', 'a.png']);
    expect(await readPsdSize(join(stage.out, 'a-2.psd'))).toEqual({ width: 64, height: 48 });
    const composed = await numbersOf(join(stage.out, 'a-3.jpg'));
    expect([composed.width, composed.height, ...composed.data.subarray(0, 3)]).toEqual([80, 80, 255, 255, 255]);
    const file = await open(join(stage.out, 'a-4.jpg'));
    const path = (await jpegResources(file)).find(({ id }) => id === resourceId.firstPath);
    await file.close();
    const xs = parsePathResource(path!.data, { width: 32, height: 24 }).flatMap(({ knots }) =>
      knots.map(({ anchor: at }) => at.x),
    );
    // The left border of the cutout is 4 px, here at half its size.
    expect(Math.min(...xs)).toBeCloseTo(2, 0);
    expect(Math.max(...xs)).toBeCloseTo(32, 0);
    const [result] = await stage.store.results.ofJob(job.id);
    expect(result?.further?.map(({ width, height }) => [width, height])).toEqual([
      [64, 48],
      [80, 80],
      [32, 24],
    ]);
  });

  test('is unchanged in a watch folder if outputs of its recipe are added, changed or removed', {
    tags: ['long'],
  }, async ({ stage }) => {
    await stage.answers('portrait-background-removal');
    const job = await stage.add(withOutputs({}, web));
    stage.start();
    await stage.reach(job, 'done');
    const { contentHash, sourcePath, bytes, width, height, profileId } = job;
    for (const recipe of [
      withOutputs({}, web, print),
      withOutputs({ colour: 'srgb' }),
      withOutputs({}),
      withOutputs({}, web),
    ]) {
      const item = {
        contentHash,
        sourcePath,
        bytes,
        width,
        height,
        profileId,
        relativeFolder: '',
        outputFolder: stage.out,
      };
      const batch = { title: 'again', origin: 'watch', folderId: null } as const;
      const added = stage.store.jobs.add(batch, [{ ...item, recipe }], { beforeEdit: 'is-made' });
      expect([added.jobIds, added.finished]).toEqual([[], [job.id]]);
    }
    expect(sent(stage)).toBe(1);
  });

  test('is copied for a photograph with the same content, file by file', { tags: ['long'] }, async ({ stage }) => {
    await stage.answers('portrait-background-removal');
    const recipe = withOutputs({}, web);
    const first = await stage.add(recipe, { name: 'a' });
    const second = await same(stage, first, 'b.jpg', recipe);
    stage.start();
    await stage.reach(second, 'done');
    expect(sent(stage)).toBe(1);
    expect(await stage.outputs()).toEqual(['a-2.jpg', 'a.png', 'b-2.jpg', 'b.png']);
    const [result] = await stage.store.results.ofJob(second.id);
    expect(result?.further?.map(({ width }) => width)).toEqual([32]);
  });

  test.for([
    ['is asked about where its photograph was paid for', remoteId],
    ['is made again where that costs nothing', builtInProfileId],
  ] as const)('that no downloaded image provides %s', async ([, profileId], { stage }) => {
    await stage.answers('portrait-background-removal');
    const small = { kind: 'longest', px: 40, enlarge: false } as const;
    const first = await stage.add(withOutputs({ size: small }), { name: 'a', profileId });
    stage.start();
    await stage.reach(first, 'done');
    const otherRecipe = { ...withOutputs({}, web), id: 'another-recipe' };
    const second = await same(stage, first, 'b.jpg', otherRecipe);
    await stage.reach(second, profileId === remoteId ? 'uncertain' : 'done');
    expect(sent(stage)).toBe(profileId === remoteId ? 1 : 2);
    expect(await stage.outputs()).toEqual(profileId === remoteId ? ['a.png'] : ['a.png', 'b-2.jpg', 'b.png']);
  });

  test.for([
    ['nothing is sent where all are there', ['a.png', 'a-2.jpg'], 0, []],
    ['what is missing is made', ['a.png'], 1, ['a-2.jpg']],
    ['of what is paid one is kept, and only what is missing written', ['a-2.jpg'], 1, ['a.png']],
  ] as const)('follows the rule "skip": %s', async ([, there, requests, written], { stage }) => {
    await stage.answers('portrait-background-removal');
    await mkdir(stage.out, { recursive: true });
    for (const name of there) await writeFile(join(stage.out, name), 'mine');
    const job = await stage.add(withOutputs({ conflict: 'skip' }, { ...web, conflict: 'skip' }), { name: 'a' });
    stage.start();
    await stage.reach(job, 'done');
    expect(sent(stage)).toBe(requests);
    expect(await stage.outputs()).toEqual([...there, ...written].sort());
    for (const name of there) expect(await readFile(join(stage.out, name), 'utf8')).toBe('mine');
    const [result] = await stage.store.results.ofJob(job.id);
    expect(result?.path ?? null).toBe(written[0] === undefined ? null : join(stage.out, written[0]));
  });

  test('waits unsent while one of the folders accepts no files, and resumes automatically', { tags: ['long'] }, async ({
    stage,
  }) => {
    await stage.answers('portrait-background-removal');
    const elsewhere = join(stage.dir, 'elsewhere');
    writeFileSync(elsewhere, 'a file in the place of the folder');
    const job = await stage.add(withOutputs({}, { ...web, folder: elsewhere }), { name: 'a' });
    stage.start();
    await stage.clock.until(() => stage.queue.outputs.troubles().length > 0, 'the folder being closed');
    expect([sent(stage), stage.job(job.id).state]).toEqual([0, 'queued']);
    rmSync(elsewhere);
    await stage.reach(job, 'done');
    expect([await stage.outputs(), readdirSync(elsewhere)]).toEqual([['a.png'], ['a-2.jpg']]);
  });

  test('goes to another folder if the user chooses one for an additional file, each file once', {
    tags: ['long'],
  }, async ({ stage }) => {
    await stage.answers('portrait-background-removal');
    const [closed, other] = [join(stage.dir, 'closed'), join(stage.dir, 'other')];
    writeFileSync(closed, 'a file in the place of the folder');
    const job = await stage.add(withOutputs({}, { ...web, folder: closed }, print), { name: 'a' });
    stage.start();
    await stage.clock.until(() => stage.queue.outputs.troubles().length > 0, 'the folder being closed');
    expect(stage.store.actions.redirectAll(closed, other)).toHaveLength(1);
    await stage.reach(job, 'done');
    expect([await stage.outputs(), readdirSync(other)]).toEqual([['a-3.tif', 'a.png'], ['a-2.jpg']]);
    expect(stage.texts(job.id)).toContain(`Results now go to ${other}.`);
    expect(sent(stage)).toBe(1);
  });

  test('keeps the paid result while a folder accepts no files, and places each file once', async ({ stage }) => {
    await stage.answers('portrait-background-removal');
    const elsewhere = join(stage.dir, 'elsewhere');
    const job = await stage.add(withOutputs({}, { ...web, folder: elsewhere }, print), { name: 'a' });
    const answer = stage.server.requestsOf(submitCutout);
    stage.start();
    await stage.clock.until(() => answer.length > 0 || sent(stage) > 0, 'the photograph being sent');
    rmSync(elsewhere, { recursive: true, force: true });
    writeFileSync(elsewhere, 'a file in the place of the folder');
    await stage.clock.until(
      () => stage.job(job.id).state === 'done' || stage.queue.outputs.troubles().length > 0,
      'the folder being closed',
    );
    expect(stage.job(job.id).state).toBe('placing');
    rmSync(elsewhere);
    await stage.reach(job, 'done');
    expect([await stage.outputs(), readdirSync(elsewhere)]).toEqual([['a-3.tif', 'a.png'], ['a-2.jpg']]);
    expect(sent(stage)).toBe(1);
  });
});

class Killed extends Error {}

/** Ends the process before or after the `point`-th database call. */
function killedAt(tools: StageContext, point: number, when: 'before' | 'after'): StageContext {
  let calls = 0;
  const wrap = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(object, name, receiver) {
        const value = Reflect.get(object, name, receiver) as unknown;
        if (typeof value === 'function') {
          return (...args: unknown[]) => {
            calls += 1;
            if (calls > point) throw new Killed();
            if (calls === point && when === 'before') throw new Killed();
            const done = Reflect.apply(value, object, args) as unknown;
            if (calls === point) throw new Killed();
            return done;
          };
        }
        return value !== null && typeof value === 'object' && !Array.isArray(value) ? wrap(value) : value;
      },
    });
  return { ...tools, store: wrap(tools.store) };
}

describe('an output that cannot be made', () => {
  async function longPhotograph(stage: StoreStage, recipe: Recipe, name: string): Promise<Job> {
    const outputFolder = join(stage.folder, 'out');
    mkdirSync(outputFolder, { recursive: true });
    // Longer than the maximum of PSD and WEBP.
    const picture = sharp({ create: { width: 30_001, height: 2, channels: 3, background: '#804020' } });
    const source = await picture.jpeg().toBuffer();
    const { jobIds } = stage.store.jobs.add({ title: name, origin: 'drop', folderId: null }, [
      paperJob(name, recipe, { outputFolder, contentHash: hash('sha256', source) }),
    ]);
    const job = stage.bring(jobIds[0] ?? 0, 'placing');
    const { folder } = toolsFor(stage, job);
    await makeWorkFolder(folder);
    writeFileSync(folder.source, source);
    const result = join(folder.path, 'result-0-0');
    await picture.png().toFile(result);
    stage.store.stepRuns.prepared(job.id, 0, {
      ...{ operation: 'portrait-background-removal', fitted: [], uploadWidth: 30_001, uploadHeight: 2 },
      fit: { uploads: {}, localForm: null },
    });
    stage.store.stepRuns.answered(job.id, 0, { files: [{ from: { path: result }, element: '', box: null }] });
    end(stage.store, job, await place(job, toolsFor(stage, job)));
    return job;
  }
  const notices = (stage: StoreStage, job: Job) =>
    stage.store.events
      .ofJob(job.id)
      .filter(({ kind }) => kind === 'notice')
      .map(({ text }) => JSON.stringify(text));

  stored('keeps none of the others back, and is told of', async ({ stage }) => {
    const recipe = withOutputs({ template: '{name}' }, { format: 'psd' }, { format: 'webp' }, web);
    const job = await longPhotograph(stage, recipe, 'a');
    expect(stage.job(job.id).state).toBe('done');
    expect(readdirSync(join(stage.folder, 'out')).sort()).toEqual(['a-4.jpg', 'a.jpg']);
    const messages = notices(stage, job);
    expect(messages).toHaveLength(2);
    expect(messages[0]).toContain('imaging.psd.tooLarge');
    expect(messages[1]).toContain('pipeline.output.cannotBeMade');
    expect(messages[1]).toContain('imaging.result.tooLongSide');
    const [result] = await stage.store.results.ofJob(job.id);
    expect(result?.further?.map(({ output }) => output)).toEqual([3]);
  });

  stored('is written plainly where it is the only one: what was paid is not lost', async ({ stage }) => {
    const job = await longPhotograph(stage, withOutputs({ template: '{name}', format: 'webp' }), 'b');
    expect(stage.job(job.id).state).toBe('done');
    expect(readdirSync(join(stage.folder, 'out'))).toEqual(['b.jpg']);
    expect(notices(stage, job).join()).toContain('pipeline.output.plain');
  });
});

describe('a process that ends while it places several outputs', () => {
  async function atHome(stage: StoreStage): Promise<Job> {
    const outputFolder = join(stage.folder, 'out');
    mkdirSync(outputFolder);
    const recipe = withOutputs(
      { template: '{name}' },
      web,
      { ...print, folder: join(stage.folder, 'further') },
      { format: 'psd' },
    );
    const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: '#804020' } });
    const source = await picture.jpeg().toBuffer();
    const { jobIds } = stage.store.jobs.add({ title: 'a', origin: 'drop', folderId: null }, [
      paperJob('a', recipe, { outputFolder, contentHash: hash('sha256', source) }),
    ]);
    const job = stage.bring(jobIds[0] ?? 0, 'placing');
    const { folder } = toolsFor(stage, job);
    await makeWorkFolder(folder);
    writeFileSync(folder.source, source);
    const result = join(folder.path, 'result-0-0');
    await picture.png().toFile(result);
    stage.store.stepRuns.prepared(job.id, 0, {
      ...{ operation: 'portrait-background-removal', fitted: [], uploadWidth: 60, uploadHeight: 40 },
      fit: { uploads: {}, localForm: null },
    });
    stage.store.stepRuns.answered(job.id, 0, { files: [{ from: { path: result }, element: '', box: null }] });
    return job;
  }

  stored.for([
    ['before', 1],
    ['after', 2],
  ] as const)('writes each file once: %s each database call', async ([when], { stage }) => {
    const job = await atHome(stage);
    const wanted = { out: ['a-2.jpg', 'a-4.psd', 'a.jpg'], further: ['a-3.tif'] };
    let kills = 0;
    for (let point = 1; ; point++) {
      // A new process has only the disk and the database.
      const tools = killedAt(toolsFor(stage, job), point, when);
      await place(job, tools)
        .then((outcome) => end(stage.store, job, outcome))
        .catch((fault: unknown) => {
          if (!(fault instanceof Killed)) throw fault;
        });
      const names = (folder: string) =>
        existsSync(join(stage.folder, folder)) ? readdirSync(join(stage.folder, folder)).sort() : [];
      if (stage.job(job.id).state === 'done') {
        expect({ out: names('out'), further: names('further') }).toEqual(wanted);
        break;
      }
      kills += 1;
      for (const folder of ['out', 'further'] as const) {
        expect(wanted[folder]).toEqual(expect.arrayContaining(names(folder)));
      }
    }
    expect(kills).toBeGreaterThan(8);
    const [result, ...others] = await stage.store.results.ofJob(job.id);
    expect(others).toEqual([]);
    expect(result?.further?.map(({ output }) => output)).toEqual([1, 2, 3]);
    expect(stage.store.temporaryFiles.list()).toEqual([]);
  });
});
