/** Photographs with the same content are sent once, and each gets a separate result. */
import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import type { Output } from '../../../../../contract/recipes/output.ts';
import { detailsChangeSchema } from '../../../../../contract/review/photo-info.ts';
import { inspect } from '../../../../../main/intake/examine/inspect-file.ts';
import type { Job } from '../../../../../main/store/index.ts';
import {
  builtInProfileId,
  cutoutPng,
  longAfter,
  noisePhoto,
  post,
  type QueueStage,
  recipeOf,
  remoteId,
  success,
  test,
} from '../../../../helpers/queue/queue-stage.ts';

const cut = 'portrait-background-removal';
const cutout = (output: Partial<Output> = {}) => recipeOf(cut, output);

const pathOf = async (stage: QueueStage, { id }: Job) => (await stage.store.results.ofJob(id))[0]?.path ?? '';

describe('photographs with the same content', () => {
  test('in four folders become four results of one request', async ({ stage }) => {
    await stage.answers(cut);
    const first = await stage.add(cutout(), { name: 'a' });
    const withData = await sharp(await noisePhoto(64, 48))
      .jpeg()
      .withExif({ IFD0: { Artist: 'Anna' } })
      .toBuffer();
    await writeFile(first.sourcePath, withData);
    const followers: Job[] = [];
    for (const path of ['two/a.jpg', 'three/b.jpg', 'four/c.JPG']) followers.push(await stage.addCopy(first, path));
    stage.start();
    for (const job of [first, ...followers]) await stage.reach(job, 'done');
    expect(stage.sent(cut)).toBe(1);
    expect(await stage.outputs()).toEqual(['a-2.png', 'a.png', 'b.png', 'c.png']);
    const paths = await Promise.all([first, ...followers].map((job) => pathOf(stage, job)));
    expect(paths.map((path) => basename(path))).toEqual(['a.png', 'a-2.png', 'b.png', 'c.png']);
    for (const path of paths) {
      expect((await sharp(path).metadata()).exif?.includes('Anna')).toBe(true);
      // The file is not a hard link, so editing one result leaves the others unchanged.
      expect(statSync(path).nlink).toBe(1);
    }
    const [result] = await stage.store.results.ofJob(followers[2]!.id);
    expect(result).toMatchObject({ kind: 'image', width: 64, height: 48, present: true, element: null });
    expect(stage.store.temporaryFiles.list()).toEqual([]);
    await stage.queue.drained();
    expect(await stage.workFolders()).toEqual([]);
  });

  test('have their own photo info in the results', { tags: ['long'] }, async ({ stage }) => {
    await stage.answers(cut);
    const first = await stage.add(cutout(), { name: 'a' });
    const second = await stage.addCopy(first, 'two/b.jpg');
    const third = await stage.addCopy(first, 'three/c.jpg');
    const set = ({ photographId }: Job, ...add: string[]) =>
      stage.store.photographDetails.set([photographId!], detailsChangeSchema.parse({ add }));
    set(first, 'only the first');
    set(second, 'only the second');
    stage.start();
    const keywords: string[][] = [];
    for (const job of [first, second, third]) {
      await stage.reach(job, 'done');
      const text = (await sharp(await pathOf(stage, job)).metadata()).xmp?.toString() ?? '';
      keywords.push([...text.matchAll(/<rdf:li>([^<]+)/g)].map(([, word]) => word ?? ''));
    }
    expect(stage.sent(cut)).toBe(1);
    expect(keywords).toEqual([['only the first'], ['only the second'], []]);
  });

  test('follow the rule and folder of their own recipes', { tags: ['long'] }, async ({ stage }) => {
    await stage.answers(cut);
    const first = await stage.add(cutout(), { name: 'a' });
    const elsewhere = join(stage.dir, 'elsewhere');
    await mkdir(elsewhere);
    await writeFile(join(elsewhere, 'b.png'), 'mine');
    const skipped = await stage.addCopy(first, 'two/b.jpg', {
      recipe: cutout({ conflict: 'skip' }),
      outputFolder: elsewhere,
    });
    const numbered = await stage.addCopy(first, 'three/b.jpg', { outputFolder: elsewhere });
    stage.start();
    for (const job of [skipped, numbered]) await stage.reach(job, 'done');
    expect(stage.texts(skipped.id)).toContain('“b.png” already existed, so nothing was saved.');
    expect(readFileSync(join(elsewhere, 'b.png'), 'utf8')).toBe('mine');
    expect(await pathOf(stage, numbered)).toBe(join(elsewhere, 'b-2.png'));
    expect(stage.sent(cut)).toBe(1);
  });

  test('are not sent again if another is already done', async ({ stage }) => {
    await stage.answers(cut);
    const first = await stage.add(cutout(), { name: 'a' });
    const second = await stage.addCopy(first, 'two/b.jpg');
    stage.store.actions.cancel([first.id]);
    stage.start();
    await stage.reach(second, 'done');
    stage.store.actions.retry([first.id]);
    await stage.reach(first, 'done');
    expect(stage.sent(cut)).toBe(1);
    expect(await stage.outputs()).toEqual(['a.png', 'b.png']);
  });

  test('share each element, with its location', { tags: ['long'] }, async ({ stage }) => {
    const element = (x: number) => ({
      image_url: `${stage.server.baseUrl}/results/${x}.png`,
      x,
      y: 2,
      width: 20,
      height: 10,
    });
    stage.server.script(post('avatar-extraction'), {
      json: { ...success, data: { elements: [element(1), element(30)] } },
    });
    stage.server.script('GET /results/*', { bytes: await cutoutPng(20, 10), type: 'image/png' });
    const first = await stage.add(recipeOf('avatar-extraction'), { name: 'a' });
    const second = await stage.addCopy(first, 'two/b.jpg');
    stage.start();
    await stage.reach(second, 'done');
    expect(await stage.outputs()).toEqual(['a-1.png', 'a-2.png', 'b-1.png', 'b-2.png']);
    const results = await stage.store.results.ofJob(second.id);
    expect(results.map(({ element, box }) => [element, box])).toEqual([
      ['1', { x: 1, y: 2, width: 20, height: 10 }],
      ['2', { x: 30, y: 2, width: 20, height: 10 }],
    ]);
  });

  test('share the findings of an analysis', { tags: ['long'] }, async ({ stage }) => {
    const location = { left: 10, top: 5, width: 20, height: 20, rotation: 3 };
    const body = { ...success, result: { face_num: 1, face_list: [{ face_token: 't', location }] } };
    stage.server.script(post('face-key-points'), { json: body });
    const first = await stage.add(recipeOf('face-key-points'), { size: { width: 3836, height: 1918 } });
    const second = await stage.addCopy(first, 'two/b.jpg');
    stage.start();
    await stage.reach(second, 'done');
    expect(stage.server.requestsOf(post('face-key-points'))).toHaveLength(1);
    const [one, two] = await Promise.all(
      [first, second].map(async ({ id }) => (await stage.store.results.ofJob(id))[0]),
    );
    expect(stage.store.results.raw(two!.id)).toEqual(body);
    const { resultId: _, ...view } = stage.store.results.analysis(two!.id)!;
    expect(stage.store.results.analysis(one!.id)).toMatchObject(view);
  });

  test('that were placed, but not recorded, are not placed again', { tags: ['long'] }, async ({ stage }) => {
    await stage.answers(cut);
    const first = await stage.run(cutout(), { name: 'a' });
    await stage.queue.stop();
    const second = await stage.addCopy(first, 'two/b.jpg');
    // The state after a crash between renaming the file and completing its job.
    const path = join(stage.out, 'b.png');
    const [file] = stage.store.writtenFiles.ofGroup(first.id);
    writeFileSync(path, readFileSync(file!.path));
    stage.store.writtenFiles.add({ ...file!, path }, { jobId: second.id, step: 0, element: '' });
    stage.restart();
    stage.start();
    await stage.reach(second, 'done');
    expect(await stage.outputs()).toEqual(['a.png', 'b.png']);
    expect(await pathOf(stage, second)).toBe(path);
  });
});

describe('another file of a paid result', () => {
  /** Finishes a photograph with `made`, then adds it with `wanted`. */
  async function two(stage: QueueStage, made: Partial<Output>, wanted: Partial<Output>): Promise<Job> {
    await stage.answers(cut);
    const first = await stage.run(cutout(made), { name: 'a', profileId: remoteId });
    return stage.addCopy(first, 'two/b.jpg', { recipe: cutout(wanted) });
  }

  const changes = [
    [{ quality: 92 }, { format: 'webp', quality: 60 }, 'b.webp'],
    [{ format: 'png' }, { format: 'jpeg' }, 'b.jpg'],
    [{ format: 'jpeg', quality: 95 }, { format: 'jpeg', quality: 40 }, 'b.jpg'],
    [{}, { size: { kind: 'longest', px: 32, enlarge: false } }, 'b.png'],
  ] as [Partial<Output>, Partial<Output>, string][];
  for (const [tags, rows] of longAfter(1, changes))
    test.for(rows)('is created from the first: %j %j', { tags }, async ([made, wanted, name], { stage }) => {
      const job = await two(stage, made, wanted);

      await stage.reach(job, 'done');

      expect(stage.sent(cut)).toBe(1);
      const path = await pathOf(stage, job);
      expect(basename(path)).toBe(name);
      const { width, hasAlpha } = await sharp(path).metadata();
      expect([width, hasAlpha]).toEqual([wanted.size === undefined ? 64 : 32, name !== 'b.jpg']);
      expect(stage.texts(job.id).join()).toMatch(
        /Created from “a\.\w+”, which was already paid for. Nothing was sent./,
      );
      expect(await stage.outputs()).toHaveLength(2);
    });

  const lostDetails = [
    [{ format: 'jpeg' }, { format: 'png' }],
    [{ size: { kind: 'longest', px: 32, enlarge: false } }, { format: 'webp' }],
  ] as [Partial<Output>, Partial<Output>][];
  for (const [tags, rows] of longAfter(1, lostDetails))
    test.for(rows)(
      'needs a decision if the first has lost detail: %j %j',
      { tags },
      async ([made, wanted], { stage }) => {
        const job = await two(stage, made, wanted);

        const { error } = await stage.reach(job, 'uncertain');

        expect(error).toMatchObject({ code: 'PAID_BEFORE', advice: 'decide' });
        expect(stage.sent(cut)).toBe(1);
      },
    );
});

describe('the same picture with other metadata', () => {
  const artist = async (path: string) => {
    const { exif = Buffer.alloc(0) } = await sharp(path).metadata();
    return ['Anna', 'Berta'].filter((name) => exif.includes(name));
  };

  for (const [tags, rows] of longAfter(1, [
    ['png', 'Berta'],
    ['jpeg', 'Berta'],
    ['avif', 'Anna'],
  ] as const))
    test.for(rows)('gets a free result with its own metadata: %s', { tags }, async ([format, name], { stage }) => {
      await stage.answers(cut);
      const first = await stage.add(cutout({ format }), { name: 'a', profileId: remoteId });
      const picture = readFileSync(first.sourcePath);
      const by = (Artist: string) => sharp(picture).withExif({ IFD0: { Artist } }).jpeg().toBuffer();
      await writeFile(first.sourcePath, await by('Anna'));
      stage.start();
      await stage.reach(first, 'done');
      const sourcePath = join(stage.dir, 'b.jpg');
      await writeFile(sourcePath, await by('Berta'));
      const { found: facts } = await inspect(sourcePath, 'decode');
      if (facts.kind !== 'image') throw new Error('no photograph');
      const { hash: contentHash, bytes, pictureHash } = facts;

      const batch = { title: 'b', origin: 'drop', folderId: null } as const;
      const item = { ...first, sourcePath, contentHash, pictureHash, bytes };
      const [id = 0] = stage.store.jobs.add(batch, [item]).jobIds;
      const second = await stage.reach({ id }, 'done');

      expect(stage.sent(cut)).toBe(1);
      expect(await artist(await pathOf(stage, second))).toEqual([name]);
      expect(stage.texts(id).join().includes('could not be written to it')).toBe(name === 'Anna');
    });
});

describe('a shared result', () => {
  /** Finishes one photograph, and places another only after `before`. */
  async function later(stage: QueueStage, before: (path: string) => void, profileId = remoteId): Promise<Job> {
    await stage.answers(cut);
    const first = await stage.run(cutout(), { name: 'a', profileId });
    before(await pathOf(stage, first));
    return stage.addCopy(first, 'two/b.jpg');
  }

  test('can be read-only', { tags: ['long'] }, async ({ stage }) => {
    const job = await later(stage, (path) => chmodSync(path, 0o400));
    await stage.reach(job, 'done');
    expect(await stage.outputs()).toEqual(['a.png', 'b.png']);
  });

  const losses = [
    ['is gone', (path: string) => rmSync(path)],
    ['was changed', (path: string) => writeFileSync(path, 'worked on')],
  ] as const;
  for (const [tags, rows] of longAfter(1, losses))
    test.for(rows)('that %s is requested again only by the user’s decision', { tags }, async ([, spoil], { stage }) => {
      const job = await later(stage, spoil);

      const { error } = await stage.reach(job, 'uncertain');

      expect(error).toMatchObject({ kind: 'uncertain', code: 'PAID_BEFORE', advice: 'decide' });
      expect(stage.sent(cut)).toBe(1);

      stage.store.actions.decide([job.id], 'send-again');
      await stage.reach(job, 'done');

      expect(stage.sent(cut)).toBe(2);
      expect(await stage.outputs()).toContain('b.png');
    });

  test('that is missing is made again by a free service once for all waiting jobs', { tags: ['long'] }, async ({
    stage,
  }) => {
    await stage.answers(cut);
    const first = await stage.run(cutout(), { name: 'a', profileId: builtInProfileId });
    await stage.queue.stop();
    stage.restart();
    rmSync(await pathOf(stage, first));
    const otherJobs: Job[] = [];
    for (const path of ['two/b.jpg', 'three/c.jpg', 'four/d.jpg']) otherJobs.push(await stage.addCopy(first, path));
    const cancelled = await stage.addCopy(first, 'five/e.jpg');
    stage.store.actions.cancel([cancelled.id]);
    stage.start();
    for (const job of otherJobs) await stage.reach(job, 'done');
    const leaders = otherJobs.filter(({ id }) => stage.job(id).follows === null).map(({ id }) => id);
    expect(leaders).toHaveLength(1);
    expect(otherJobs.map(({ id }) => stage.job(id).follows ?? id)).toEqual(otherJobs.map(() => leaders[0]));
    // A late follower shares the new result as well.
    stage.store.actions.retry([cancelled.id]);
    await stage.reach(cancelled, 'done');
    expect(stage.sent(cut)).toBe(2);
    expect(await stage.outputs()).toEqual(['b.png', 'c.png', 'd.png', 'e.png']);
  });

  test('is taken from any photograph that still has it', { tags: ['long'] }, async ({ stage }) => {
    const second = await later(stage, () => undefined);
    await stage.reach(second, 'done');
    rmSync(join(stage.out, 'a.png'));
    const third = await stage.addCopy(stage.job(second.id), 'three/c.jpg');
    await stage.reach(third, 'done');
    expect(await stage.outputs()).toEqual(['b.png', 'c.png']);
    expect(stage.sent(cut)).toBe(1);
  });
});
