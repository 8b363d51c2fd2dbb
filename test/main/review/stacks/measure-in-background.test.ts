import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { describe, expect } from 'vitest';
import { sample, testPhotographs } from '../../../helpers/photograph/photographs.ts';
import { analyser, type MeasuringStage, oneFace, test } from '../../../helpers/queue/measuring-stage.ts';
import { fileHash } from '../../../helpers/store/export-stage.ts';
import { everything } from '../../../helpers/store/shown-photographs.ts';

const noon = new Date(2026, 4, 31, 12, 0, 0).getTime();
const person = (name: 'm35' | 'f3' | 'm83' | 'm5', px = 0) =>
  sharp(join(testPhotographs, 'people', `${name}.jpg`)).extract({ left: 50 + px, top: 50, width: 400, height: 400 });

/** Waits for a question to the engine that it does not answer. */
async function askedInVain({ clock, server }: MeasuringStage): Promise<void> {
  await clock.until(() => server.requests.some(({ complete }) => complete), 'a question');
}

/** Adds a burst of three, another person a second later, and a cat. */
async function burst({ take }: MeasuringStage): Promise<number[]> {
  return [
    await take('1.jpg', person('m35'), noon),
    await take('2.jpg', person('m35', 2).blur(2), noon + 250),
    await take('3.jpg', person('m35', 4), noon + 500),
    await take('4.jpg', person('f3'), noon + 1500),
    await take('cat.jpg', sharp(sample('chelsea'))),
  ];
}

const dayMs = 24 * 60 * 60 * 1000;

describe('measuring in the background', () => {
  test('finds stacks and proposes the best of each', async ({ stage }) => {
    const { store, server } = stage;
    const ids = await burst(stage);
    server.script(analyser, oneFace(0.05), oneFace(0.95), oneFace(0.95));
    await stage.settled(stage.measure());
    expect(stage.warnings).toEqual([]);
    // The newest is judged first: 3 has its eyes shut, 2 is a blur.
    expect(store.stacks.of(ids[0]!).map(({ id, best }) => [id, best])).toEqual([
      [ids[0], true],
      [ids[1], false],
      [ids[2], false],
    ]);
    expect(store.stacks.members(ids)).toHaveLength(3);
    const [one, blurred] = store.measures.ratings(ids);
    expect(one).toMatchObject({ faces: 1, eyesOpen: 0.95 });
    expect(blurred!.sharpness!).toBeLessThan(one!.sharpness! * 0.9);
  });

  test('finds a stack only after all of its folder are measured', async ({ stage }) => {
    const { store, server } = stage;
    const ids = await burst(stage);
    server.script(analyser, oneFace(0.9));
    const known = new Set<string>();
    store.changes.subscribe(() =>
      known.add(`${store.stacks.members(ids).length} of ${store.measures.shots(ids).length}`),
    );
    await stage.settled(stage.measure());
    expect(known).toContain('3 of 5');
    expect([...known].filter((each) => !each.startsWith('0 of '))).toEqual(['3 of 5']);
  });

  test('queries the engine only about photographs in a stack, one at a time, and once', async ({ stage }) => {
    await burst(stage);
    stage.server.script(analyser, oneFace(0.9));
    await stage.settled(stage.measure());
    await stage.restart();
    const again = stage.measure();
    await stage.settled(again);
    expect(stage.server.requests).toHaveLength(3);
    expect(stage.server.peak).toBe(1);
  });

  test('does nothing unless the user enables it', async ({ stage }) => {
    const ids = await burst(stage);
    const measuring = stage.measure({}, false);
    stage.clock.advance(60_000);
    expect(measuring.isAtWork).toBe(false);
    expect(stage.store.measures.shots(ids)).toEqual([]);
  });

  test('always measures photographs for review, and nothing else', { tags: ['long'] }, async ({ stage }) => {
    const { store, server } = stage;
    const ids = await burst(stage);
    const card = join(stage.dir, 'card');
    await mkdir(card);
    const put = async (name: string, picture: Sharp) => {
      const sourcePath = join(card, name);
      const { size: bytes } = await picture.jpeg({ quality: 92 }).toFile(sourcePath);
      return { sourcePath, relativeFolder: '', contentHash: fileHash(sourcePath), bytes, width: 400, height: 400 };
    };
    const measuring = stage.measure({}, false);
    server.script(analyser, oneFace(0.05), oneFace(0.95), oneFace(0.95));
    const proofs = [
      await put('shut.jpg', person('m35')),
      await put('soft.jpg', sharp(await person('f3').png().toBuffer()).blur(4)),
      await put('good.jpg', person('m83')),
    ];
    store.proofs.add({ title: 'Card', origin: 'drop', folderId: null }, proofs);
    await stage.clock.until(() => store.proofs.nextUnrated(0) === null, 'the judgements');
    await stage.settled(measuring);
    expect(stage.warnings).toEqual([]);
    const found = proofs.map(({ contentHash }) => store.photographs.ofContent(contentHash)[0]!.id);
    const views = await store.photographViews.byId(found, everything);
    expect(views.map((view) => view?.quality)).toEqual([
      { faces: 1, flaws: ['eyes'] },
      { faces: 1, flaws: ['focus'] },
      { faces: 1, flaws: [] },
    ]);
    expect(store.measures.shots(ids)).toEqual([]);
    expect(server.requests).toHaveLength(3);
  });

  test('starts when the user turns it on, and ends when it is turned off', async ({ stage }) => {
    const { store, server } = stage;
    await burst(stage);
    server.script(analyser, { hang: true });
    const measuring = stage.measure();
    store.settings.save({ measureWhenIdle: false });
    await stage.settled(measuring);
    const before = server.requests.length;
    stage.clock.advance(60_000);
    expect(measuring.isAtWork).toBe(false);
    expect(server.requests).toHaveLength(before);
    store.settings.save({ measureWhenIdle: true });
    await askedInVain(stage);
    store.settings.save({ measureWhenIdle: false });
    await stage.settled(measuring);
    expect(stage.warnings).toEqual([]);
  });

  test('yields to work at once, and resumes when that is done', async ({ stage }) => {
    const { store, server, dir } = stage;
    const ids = await burst(stage);
    server.script(analyser, { hang: true });
    const measuring = stage.measure();
    await askedInVain(stage);
    const bytes = await readFile(sample('coffee'));
    const path = join(dir, 'coffee.png');
    await writeFile(path, bytes);
    const jobId = stage.add(path, bytes);
    await stage.settled(measuring);
    expect(store.measures.ratings(ids)).toEqual([]);
    stage.clock.advance(60_000);
    expect(measuring.isAtWork).toBe(false);
    server.script(analyser, oneFace(0.9));
    store.actions.cancel([jobId]);
    await stage.clock.until(() => store.measures.ratings(ids).length === 3, 'the judgements');
    await stage.settled(measuring);
    expect(store.measures.shots([store.jobs.get(jobId)!.photographId!])).toHaveLength(1);
  });

  test('never queries a service other than the engine', async ({ stage }) => {
    const ids = await burst(stage);
    let clientCalls = 0;
    const service = { client: null as never, kind: 'remote', charges: true, maxConcurrency: 1 } as const;
    const clientFor = async () => {
      clientCalls += 1;
      return service;
    };
    await stage.settled(stage.measure({ services: { clientFor } }));
    expect(clientCalls).toBe(1);
    expect(stage.server.requests).toEqual([]);
    expect(stage.store.measures.ratings(ids)).toEqual([]);
    expect(stage.warnings).toHaveLength(1);
  });

  test('pauses for a while after an engine failure, and does not retry the same photograph', {
    tags: ['long'],
  }, async ({ stage }) => {
    const ids = await burst(stage);
    stage.server.script(analyser, { status: 500, json: {} }, oneFace(0.9));
    const measuring = stage.measure();
    await stage.settled(measuring);
    stage.clock.advance(60_000);
    expect(stage.server.requests).toHaveLength(1);
    stage.clock.advance(600_000);
    await stage.settled(measuring);
    expect(stage.store.measures.ratings(ids).map(({ id }) => id)).toEqual([ids[0], ids[1]]);
    expect(stage.warnings).toHaveLength(1);
    // No best photograph without a rating of all three.
    expect(stage.store.stacks.of(ids[0]!).some(({ best }) => best)).toBe(false);
  });

  test('looks for missing photographs another day, and for changed ones', { tags: ['long'] }, async ({ stage }) => {
    const { store, dir } = stage;
    const ids = await burst(stage);
    await rename(join(dir, 'photographs'), join(dir, 'elsewhere'));
    const measuring = stage.measure();
    await stage.settled(measuring);
    expect(store.measures.shots(ids)).toEqual([]);
    await rename(join(dir, 'elsewhere'), join(dir, 'photographs'));
    await writeFile(join(dir, 'photographs/cat.jpg'), await readFile(join(dir, 'photographs/4.jpg')));
    stage.server.script(analyser, oneFace(0.9));
    stage.clock.advance(3_600_000);
    await stage.settled(measuring);
    expect(store.measures.shots(ids)).toEqual([]);
    stage.clock.advance(dayMs);
    await stage.settled(measuring);
    expect(store.measures.shots(ids).map(({ id }) => id)).toEqual(ids.slice(0, 4));
  });

  test('measures a missing photograph at once when it is found elsewhere', { tags: ['long'] }, async ({ stage }) => {
    const { store, dir } = stage;
    const ids = await burst(stage);
    await rename(join(dir, 'photographs'), join(dir, 'elsewhere'));
    const measuring = stage.measure();
    await stage.settled(measuring);
    expect(store.stacks.of(ids[0]!)).toEqual([]);
    stage.server.script(analyser, oneFace(0.9));
    const [from, to] = ['photographs', 'elsewhere'].map((folder) => join(dir, folder)) as [string, string];
    const found = ids
      .slice(0, 3)
      .map((id, at) => ({ id, from: join(from, `${at + 1}.jpg`), to: join(to, `${at + 1}.jpg`) }));
    store.filePlaces.originalsFound(found);
    await stage.clock.until(() => store.stacks.of(ids[0]!).length === 3, 'the stack');
    await stage.settled(measuring);
    expect(store.measures.ratings(ids)).toHaveLength(3);
  });

  test('keeps the measures of a photograph that is missing later', { tags: ['long'] }, async ({ stage }) => {
    const { dir, server } = stage;
    const ids = await burst(stage);
    server.script(analyser, { hang: true });
    const measuring = stage.measure();
    await askedInVain(stage);
    await rm(join(dir, 'photographs'), { recursive: true });
    await mkdir(join(dir, 'photographs'));
    await measuring.stop();
    await stage.restart();
    await stage.settled(stage.measure());
    expect(stage.store.stacks.of(ids[0]!)).toHaveLength(3);
    expect(server.requests).toHaveLength(1);
  });

  test('skips undecodable photographs permanently', async ({ stage }) => {
    const { store, dir } = stage;
    const bytes = (await readFile(sample('coffee'))).subarray(0, 20_000);
    await mkdir(join(dir, 'photographs'), { recursive: true });
    const path = join(dir, 'photographs', 'half.png');
    await writeFile(path, bytes);
    store.actions.cancel([stage.add(path, bytes)]);
    const id = await stage.take('whole.jpg', person('m5'));
    await stage.settled(stage.measure());
    expect(store.measures.shots([id])).toHaveLength(1);
    expect(store.measures.next(Number.MAX_SAFE_INTEGER, 1).photograph).toBeNull();
  });

  test('fills in capture times not stored when a photograph was added', async ({ stage }) => {
    const ids = await burst(stage);
    await stage.settled(stage.measure({ services: { clientFor: () => Promise.reject(new Error('no engine')) } }));
    expect(stage.store.measures.shots([ids[1]!])).toMatchObject([
      { takenAt: noon + 250, camera: expect.stringMatching(/^[0-9a-f]{12}$/) },
    ]);
  });
});
