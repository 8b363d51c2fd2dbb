/** Several outputs of a recipe: one response, several files, each written once despite crashes. */
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
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
  longAfter,
  paperJob,
  post,
  recipeOf,
  remoteId,
  test,
} from '../../../helpers/queue/queue-stage.ts';
import { end, toolsFor } from '../../../helpers/store/placing.ts';
import { type StoreStage, test as stored } from '../../../helpers/store/store-stage.ts';

const cut = 'portrait-background-removal';

function withOutputs(first: Partial<Output>, ...further: Partial<Output>[]): Recipe {
  const alsoAs = further.map((each, at) => additionalOutput({ template: `{name}-${at + 2}`, ...each }));
  return { ...recipeOf(cut, first), alsoAs };
}
const sized: Partial<Output> = { size: { kind: 'longest', px: 32, enlarge: false } };
const web: Partial<Output> = { format: 'jpeg', ...sized, colour: 'srgb' };
const print: Partial<Output> = { format: 'tiff', depth: 16 };

const formats = ['png', 'jpeg', 'tiff', 'webp', 'avif', 'psd'] as const;
for (const [tags, rows] of longAfter(1, formats))
  test.for(rows)(
    '%s records its source and the use of AI if the output requests that',
    {
      tags,
    },
    async (format, { stage }) => {
      await stage.answers(cut);
      const bare: Partial<Output> = { metadata: { ...additionalOutput().metadata, keep: 'none' } };
      const disclosure = { credit: 'Photograph: Anna, retouched with AI' };

      const job = await stage.run(withOutputs({}, { format, ...bare }, { format, ...bare, disclosure }, { format }), {
        name: 'a',
      });

      const [plain, disclosed, told] = await Promise.all(
        (await stage.outputs())
          .filter((name) => /^a-\d/.test(name))
          .map((name) => readFile(join(stage.out, name), 'latin1')),
      );
      expect(disclosed).toContain('http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicallyEnhanced');
      expect(disclosed).toContain(disclosure.credit);
      expect(plain).not.toContain('DigitalSourceType');
      const id = documentIdOf(job.contentHash);
      expect(told).toContain(`xmpMM:DocumentID="${id}"`);
      expect(plain).not.toContain(id);
    },
  );

describe('a result of several outputs', () => {
  test('is one response, one version and a file for each', async ({ stage }) => {
    await stage.answers(cut);
    const elsewhere = join(stage.dir, 'elsewhere');
    const recipe = withOutputs({}, web, { ...print, folder: elsewhere });
    const job = await stage.run(recipe, { name: 'a', item: { relativeFolder: 'day 1' } });
    expect(stage.sent(cut)).toBe(1);
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
    await stage.answers(cut);
    const composition = compositionSchema.parse({ canvas: { kind: 'exact', width: 80, height: 80 }, fill: 0.5 });
    const psd: Partial<Output> = { format: 'psd', clippingPath: true };
    const shop: Partial<Output> = { format: 'jpeg', composition };
    const job = await stage.run(withOutputs({}, psd, shop, { format: 'jpeg', clippingPath: true, ...sized }), {
      name: 'a',
    });
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
    await stage.answers(cut);
    const job = await stage.run(withOutputs({}, web));
    const changed = [
      withOutputs({}, web, print),
      withOutputs({ colour: 'srgb' }),
      withOutputs({}),
      withOutputs({}, web),
    ];
    for (const recipe of changed) {
      const batch = { title: 'again', origin: 'watch', folderId: null } as const;
      const added = stage.store.jobs.add(batch, [{ ...job, recipe }], { beforeEdit: 'is-made' });
      expect([added.jobIds, added.finished]).toEqual([[], [job.id]]);
    }
    expect(stage.sent(cut)).toBe(1);
  });

  test('is copied for a photograph with the same content, file by file', { tags: ['long'] }, async ({ stage }) => {
    await stage.answers(cut);
    const recipe = withOutputs({}, web);
    const first = await stage.add(recipe, { name: 'a' });
    const second = await stage.addCopy(first, 'photographs/b.jpg');
    stage.start();
    await stage.reach(second, 'done');
    expect(stage.sent(cut)).toBe(1);
    expect(await stage.outputs()).toEqual(['a-2.jpg', 'a.png', 'b-2.jpg', 'b.png']);
    const [result] = await stage.store.results.ofJob(second.id);
    expect(result?.further?.map(({ width }) => width)).toEqual([32]);
  });

  test.for([
    ['is asked about if its photograph was paid for', remoteId, 'uncertain', 1, ['a.png']],
    ['is made again if that costs nothing', builtInProfileId, 'done', 2, ['a.png', 'b-2.jpg', 'b.png']],
  ] as const)('that no downloaded image provides %s', async ([, profileId, end, requests, names], { stage }) => {
    await stage.answers(cut);
    const small = { kind: 'longest', px: 40, enlarge: false } as const;
    const first = await stage.run(withOutputs({ size: small }), { name: 'a', profileId });
    const recipe = { ...withOutputs({}, web), id: 'another-recipe' };

    const second = await stage.addCopy(first, 'photographs/b.jpg', { recipe });
    await stage.reach(second, end);

    expect(stage.sent(cut)).toBe(requests);
    expect(await stage.outputs()).toEqual(names);
  });

  test.for([
    ['nothing is sent where all are there', ['a.png', 'a-2.jpg'], 0, []],
    ['what is missing is made', ['a.png'], 1, ['a-2.jpg']],
    ['of what is paid one is kept, and only what is missing written', ['a-2.jpg'], 1, ['a.png']],
  ] as const)('follows the rule "skip": %s', async ([, there, requests, written], { stage }) => {
    await stage.answers(cut);
    await mkdir(stage.out, { recursive: true });
    for (const name of there) await writeFile(join(stage.out, name), 'mine');
    const job = await stage.run(withOutputs({ conflict: 'skip' }, { ...web, conflict: 'skip' }), { name: 'a' });
    expect(stage.sent(cut)).toBe(requests);
    expect(await stage.outputs()).toEqual([...there, ...written].sort());
    for (const name of there) expect(await readFile(join(stage.out, name), 'utf8')).toBe('mine');
    const [result] = await stage.store.results.ofJob(job.id);
    expect(result?.path ?? null).toBe(written[0] === undefined ? null : join(stage.out, written[0]));
  });

  test('goes to another folder if the user chooses one for an additional file, each file once', {
    tags: ['long'],
  }, async ({ stage }) => {
    await stage.answers(cut);
    const [closed, other] = [join(stage.dir, 'closed'), join(stage.dir, 'other')];
    writeFileSync(closed, 'a file in the place of the folder');
    const job = await stage.add(withOutputs({}, { ...web, folder: closed }, print), { name: 'a' });
    stage.start();
    await stage.clock.until(() => stage.queue.outputs.troubles().length > 0, 'the folder being closed');
    expect(stage.store.actions.redirectAll(closed, other)).toHaveLength(1);
    await stage.reach(job, 'done');
    expect([await stage.outputs(), readdirSync(other)]).toEqual([['a-3.tif', 'a.png'], ['a-2.jpg']]);
    expect(stage.texts(job.id)).toContain(`Results now go to ${other}.`);
    expect(stage.sent(cut)).toBe(1);
  });

  test('keeps the paid result while a folder accepts no files, and places each file once', async ({ stage }) => {
    await stage.answers(cut);
    const elsewhere = join(stage.dir, 'elsewhere');
    const job = await stage.add(withOutputs({}, { ...web, folder: elsewhere }, print), { name: 'a' });
    const answer = stage.server.requestsOf(post(cut));
    stage.start();
    await stage.clock.until(() => answer.length > 0 || stage.sent(cut) > 0, 'the photograph being sent');
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
    expect(stage.sent(cut)).toBe(1);
  });
});

/** Adds a photograph of this size whose paid result is downloaded, but not yet placed. */
async function atHome(stage: StoreStage, recipe: Recipe, size: { width: number; height: number }): Promise<Job> {
  const outputFolder = join(stage.folder, 'out');
  mkdirSync(outputFolder, { recursive: true });
  const picture = sharp({ create: { ...size, channels: 3, background: '#804020' } });
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
    ...{ operation: cut, fitted: [], uploadWidth: size.width, uploadHeight: size.height },
    fit: { uploads: {}, localForm: null },
  });
  stage.store.stepRuns.answered(job.id, 0, { files: [{ from: { path: result }, element: '', box: null }] });
  return job;
}

describe('an output that cannot be made', () => {
  /** Places a photograph that is longer than the maximum of PSD and WEBP. */
  async function placeLong(stage: StoreStage, ...outputs: [Partial<Output>, ...Partial<Output>[]]) {
    const job = await atHome(stage, withOutputs(...outputs), { width: 30_001, height: 2 });
    await end(stage.store, job, await place(job, toolsFor(stage, job)));
    expect(stage.job(job.id).state).toBe('done');
    const notices = stage.store.events.ofJob(job.id).filter(({ kind }) => kind === 'notice');
    const messages = notices.map(({ text }) => JSON.stringify(text));
    return { job, names: readdirSync(join(stage.folder, 'out')).sort(), messages };
  }

  stored('keeps none of the others back, and is told of', async ({ stage }) => {
    const { job, names, messages } = await placeLong(stage, {}, { format: 'psd' }, { format: 'webp' }, web);

    expect(names).toEqual(['a-4.jpg', 'a.jpg']);
    expect(messages).toEqual([
      expect.stringContaining('imaging.psd.tooLarge'),
      expect.stringMatching(/pipeline\.output\.cannotBeMade.*imaging\.result\.tooLongSide/),
    ]);
    const [result] = await stage.store.results.ofJob(job.id);
    expect(result?.further?.map(({ output }) => output)).toEqual([3]);
  });

  stored('is written plainly if it is the only one, so that the paid result is not lost', async ({ stage }) => {
    const { names, messages } = await placeLong(stage, { format: 'webp' });

    expect(names).toEqual(['a.jpg']);
    expect(messages.join()).toContain('pipeline.output.plain');
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

describe('a process that ends while it places several outputs', () => {
  stored.for([
    ['before', 1],
    ['after', 2],
  ] as const)('writes each file once: %s each database call', async ([when], { stage }) => {
    const further = join(stage.folder, 'further');
    const recipe = withOutputs({}, web, { ...print, folder: further }, { format: 'psd' });
    const job = await atHome(stage, recipe, { width: 60, height: 40 });
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
