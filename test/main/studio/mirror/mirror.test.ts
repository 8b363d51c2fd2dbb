/** The studio's work on a desk, and the user's decisions there: two desks with separate databases, and a real studio. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JobSummary } from '../../../../contract/jobs/job.ts';
import { starterRecipes } from '../../../../contract/recipes/recipe.ts';
import { openStore, type Store } from '../../../../main/store/index.ts';
import { createMirror, type Mirror, type MirrorLimits } from '../../../../main/studio/mirror/mirror.ts';
import { sendUserDecisions } from '../../../../main/studio/mirror/user-decisions.ts';
import { openShares } from '../../../../main/studio/shares/share-paths.ts';
import { postgresForFile } from '../../../helpers/studio/studio-tests.ts';
import {
  addClaimedJob,
  hashOf,
  openWorkStage,
  type WorkStage,
  type WorkStation,
} from '../../../helpers/studio/studio-work.ts';
import { errorOf } from '../../../helpers/window/window-data.ts';

const postgres = postgresForFile();
let stage: WorkStage;
let folder: string;

interface Desk {
  readonly station: WorkStation;
  readonly store: Store;
  readonly mirror: Mirror;
  readonly overruled: string[];
  refresh(): Promise<void>;
  sendDecisions(): Promise<void>;
  /** Maps the names of all visible jobs to their states. */
  shown(): Record<string, string>;
}
const desks: Desk[] = [];

async function desk(name: string, share: string | null = join(folder, name), limits?: MirrorLimits): Promise<Desk> {
  const station = await stage.station(name);
  const store = openStore({ folder: join(folder, `data-${name}`) });
  const shares = openShares(share === null ? [] : [{ name: 'photos', folder: share }]);
  const overruled: string[] = [];
  const { database, overview, id } = station;
  const mirror = createMirror(
    {
      ...{ store, database, shares, station: id, profileOf: () => null },
      onOverruled: (by, paths) => overruled.push(`${by}: ${paths.join(', ')}`),
      onChange: () => undefined,
      onError: (fault) => {
        throw fault;
      },
    },
    limits,
  );
  const placeOf = ({ elsewhere }: JobSummary) => (elsewhere ? (elsewhere.station ?? 'anywhere') : 'here');
  const made: Desk = {
    ...{ station, store, mirror, overruled, refresh: mirror.refresh },
    sendDecisions: () => sendUserDecisions({ store, database, overview, station: id }),
    shown: () => Object.fromEntries(store.views.summaries().map((job) => [job.name, `${job.state} ${placeOf(job)}`])),
  };
  desks.push(made);
  return made;
}

let deskOne: Desk;
let deskTwo: Desk;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-mirror-'));
  stage = await openWorkStage(postgres());
  deskOne = await desk('one');
  deskTwo = await desk('two');
});
afterEach(async () => {
  for (const { mirror, store } of desks.splice(0)) {
    mirror.stop();
    store.close();
  }
  await stage.close();
  rmSync(folder, { recursive: true, force: true });
});

const recipe = starterRecipes.find(({ steps }) => steps.length === 1);
const offer = (...names: string[]) =>
  deskOne.station.work.offer(names.map((name) => stage.item(name, { recipe, takenAt: 1_700_000_000_000 })));
const file = (name: string) => ({
  ...{ element: '', output: 0, share: 'photos', path: `out/${name}.png`, width: 10, height: 20, bytes: 30 },
  hash: hashOf(`result ${name}`),
});
const photographOf = ({ store }: Desk, name: string) => {
  const job = store.views.summaries().find((each) => each.name === `${name}.jpg`);
  return store.photographViews.ofJob(job?.id ?? 0) ?? 0;
};
const decisionOf = (at: Desk, name: string) => {
  const [{ flag, stars, label, note } = { flag: 0, stars: 0, label: 0, note: '' }] =
    at.store.photographs.listedDecisions([photographOf(at, name)]);
  return { flag, stars, label, note };
};
async function finish(by: Desk): Promise<string> {
  const taken = await by.station.claimOne();
  const name = taken.item.path.replace(/^in\/|\.jpg$/g, '');
  await by.station.work.settle(taken, { state: 'done', error: null, results: [file(name)] });
  return name;
}

describe('the work of other stations', () => {
  test('is shown at every desk that has its shares', async () => {
    await offer('a', 'b');
    const taken = await deskTwo.station.claimOne();
    await deskOne.refresh();
    expect(deskOne.shown()).toEqual({ 'a.jpg': 'preparing two', 'b.jpg': 'queued anywhere' });
    await deskTwo.station.work.settle(taken, { state: 'done', error: null, results: [file('a')] });
    await deskOne.refresh();
    expect(deskOne.shown()).toEqual({ 'a.jpg': 'done two', 'b.jpg': 'queued anywhere' });
    const [job] = deskOne.store.views.summaries().filter(({ state }) => state === 'done');
    const [result] = await deskOne.store.results.ofJob(job?.id ?? 0);
    expect(result?.path).toBe(join(folder, 'one', 'out', 'a.png'));
    expect(job?.sourcePath).toBe(join(folder, 'one', 'in', 'a.jpg'));
    expect(deskOne.store.batches.list().map(({ addedBy: by }) => by)).toEqual([{ station: 'one', person: '' }]);

    const far = await desk('far', null);
    await far.refresh();
    const [there] = far.store.views.summaries().filter(({ state }) => state === 'done');
    expect(there?.sourcePath).toBe('share://photos/in/a.jpg');
  });

  test('is not processed by this computer, whatever the command', async () => {
    await offer('a', 'b');
    await deskTwo.station.claimOne();
    await deskOne.refresh();
    const { store } = deskOne;
    expect(store.views.hasOpen()).toBe(false);
    expect(store.moves.profilesWithWork()).toEqual([]);
    expect(store.openWork(null)).toEqual([]);
    expect(store.views.counts()).toMatchObject({ queued: 0, preparing: 0 });
    const ids = store.views.summaries().map(({ id }) => id);
    store.actions.redirect(ids, '/elsewhere');
    store.actions.hurry(null);
    expect(deskOne.shown()).toEqual({ 'a.jpg': 'preparing two', 'b.jpg': 'queued anywhere' });
  });

  test('includes jobs taken over from this computer, which are its own again once it has them back', async () => {
    await offer('a');
    await deskOne.refresh();
    const { store } = deskOne;
    const [shown] = store.views.summaries();
    const taken = await deskOne.station.claimOne();
    store.transaction(() => store.mirrored.takeOver(taken.id, () => addClaimedJob(store, taken, { recipe: recipe! })));
    expect(store.views.summaries().map(({ id, elsewhere }) => [id, elsewhere])).toEqual([[shown?.id, null]]);
    await deskOne.refresh();
    expect(deskOne.shown()).toEqual({ 'a.jpg': 'queued here' });

    store.shared.lose(shown?.id ?? 0, { key: 'studio.job.elsewhere' });
    expect(deskOne.shown()).toEqual({});
    await deskOne.refresh();
    expect(deskOne.shown()).toEqual({ 'a.jpg': 'preparing one' });
  });

  test('is loaded in pieces: the newest first, and older work on request', { tags: ['long'] }, async () => {
    await offer(...Array.from({ length: 30 }, (_, n) => `p${n}`));
    const names: string[] = [];
    for (let n = 0; n < 30; n++) names.push(await finish(deskTwo));
    const late = await desk('late', folder, { ended: 20, open: 20, changes: 5 });
    await late.refresh();
    expect(Object.keys(late.shown())).toHaveLength(20);
    expect(late.store.studioSync.read()?.olderThan).toBeGreaterThan(0);
    // More rows have changed than one refresh reads, so open jobs are queried separately.
    await offer('q0');
    await late.refresh();
    await offer(...Array.from({ length: 10 }, (_, n) => `q${n + 1}`));
    for (let n = 0; n < 11; n++) await finish(deskTwo);
    await late.refresh();
    expect(late.shown()['q0.jpg']).toBe('done two');
    await late.mirror.fetchOlder();
    await late.mirror.fetchOlder();
    expect(Object.keys(late.shown())).toHaveLength(41);
    expect(late.store.studioSync.read()?.olderThan).toBe(null);
  });
});

describe('decisions', () => {
  beforeEach(async () => {
    await offer('a');
    await finish(deskTwo);
    await deskOne.refresh();
    await deskTwo.refresh();
  });

  test('made at one desk apply at the other, field by field', async () => {
    deskOne.store.photographs.decide([photographOf(deskOne, 'a')], { flag: 1 });
    deskTwo.store.photographs.decide([photographOf(deskTwo, 'a')], { stars: 4, note: 'crop' });
    await Promise.all([deskOne.sendDecisions(), deskTwo.sendDecisions()]);
    await Promise.all([deskOne.refresh(), deskTwo.refresh()]);
    const both = { flag: 1, stars: 4, label: 0, note: 'crop' };
    expect([decisionOf(deskOne, 'a'), decisionOf(deskTwo, 'a')]).toEqual([both, both]);
    expect(deskOne.store.studioSync.unsaid() + deskTwo.store.studioSync.unsaid()).toBe(0);
    const late = await desk('late');
    await late.refresh();
    expect(decisionOf(late, 'a')).toEqual(both);
  });

  test('made at both at once resolve to one, which the other desk is notified of', { tags: ['long'] }, async () => {
    deskOne.store.photographs.decide([photographOf(deskOne, 'a')], { flag: 1 });
    deskTwo.store.photographs.decide([photographOf(deskTwo, 'a')], { flag: -1 });
    await deskOne.sendDecisions();
    await deskTwo.sendDecisions();
    await Promise.all([deskOne.refresh(), deskTwo.refresh()]);
    expect([decisionOf(deskOne, 'a').flag, decisionOf(deskTwo, 'a').flag]).toEqual([-1, -1]);
    expect([deskOne.overruled, deskTwo.overruled]).toEqual([['two: in/a.jpg'], []]);
  });

  test('made during an update are sent with the next one', { tags: ['long'] }, async () => {
    const id = photographOf(deskOne, 'a');
    deskOne.store.photographs.decide([id], { stars: 3 });
    const sending = deskOne.sendDecisions();
    deskOne.store.photographs.decide([id], { stars: 5 });
    await sending;
    await deskOne.sendDecisions();
    await deskTwo.refresh();
    await deskOne.refresh();
    expect([decisionOf(deskOne, 'a').stars, decisionOf(deskTwo, 'a').stars]).toEqual([5, 5]);
  });

  test('undone at one desk leave later decisions of the other unchanged', { tags: ['long'] }, async () => {
    const [step] = deskOne.store.photographs.decide([photographOf(deskOne, 'a')], { flag: 1 });
    await deskOne.sendDecisions();
    await deskTwo.refresh();
    deskTwo.store.photographs.decide([photographOf(deskTwo, 'a')], { flag: -1 });
    await deskTwo.sendDecisions();
    await deskOne.refresh();
    deskOne.store.photographs.restore([step!]);
    expect(decisionOf(deskOne, 'a').flag).toBe(-1);
  });
});

describe('commands for jobs of others', () => {
  const stateOf = async () =>
    (await stage.rows<{ state: string; held: boolean }>('SELECT state, held FROM burnish.jobs ORDER BY id')).map(
      ({ state, held }) => (held ? `${state}, held` : state),
    );

  test('reach the studio: hold and resume, cancel, retry', async () => {
    await offer('a');
    await deskOne.refresh();
    const ids = deskOne.store.views.summaries().map(({ id }) => id);
    deskOne.store.actions.setHeld(ids, true);
    await deskOne.sendDecisions();
    expect(await stateOf()).toEqual(['queued, held']);
    expect(await deskTwo.station.work.claim(new Map([[stage.service.id, 1]]))).toEqual([]);
    await deskOne.refresh();
    expect(deskOne.store.views.summaries()[0]?.held).toBe(true);
    deskOne.store.actions.setHeld(ids, false);
    await deskOne.sendDecisions();
    const taken = await deskTwo.station.claimOne();
    const error = errorOf({ kind: 'input', code: 'X' });
    await deskTwo.station.work.settle(taken, { state: 'failed', error, results: [] });
    await deskOne.refresh();
    expect(deskOne.shown()).toEqual({ 'a.jpg': 'failed anywhere' });
    deskOne.store.actions.retry(ids);
    await deskOne.sendDecisions();
    await deskOne.refresh();
    expect(deskOne.shown()).toEqual({ 'a.jpg': 'queued anywhere' });
    deskOne.store.actions.cancel(ids);
    await deskOne.sendDecisions();
    expect(await stateOf()).toEqual(['cancelled']);
  });

  test('send uncertain jobs again from any desk', async () => {
    await offer('a');
    const taken = await deskTwo.station.claimOne();
    await deskTwo.station.work.requestSend(taken, 0);
    const error = errorOf({ kind: 'uncertain', code: 'X', advice: 'decide' });
    await deskTwo.station.work.settle(taken, { state: 'uncertain', error, results: [] });
    await deskOne.refresh();
    expect(deskOne.store.views.undecided()).toMatchObject([{ cause: 'X', count: 1 }]);
    deskOne.store.actions.decideCause('X', 'send-again', 1);
    await deskOne.sendDecisions();
    expect(await stateOf()).toEqual(['queued']);
  });

  test('process finished jobs again', { tags: ['long'] }, async () => {
    await offer('a');
    await finish(deskTwo);
    await deskOne.refresh();
    const again = deskOne.store.jobs.addAgain(deskOne.store.views.summaries().map(({ id }) => id));
    expect(again).toMatchObject({ batchId: null, jobIds: [] });
    await deskOne.sendDecisions();
    expect(await stateOf()).toEqual(['queued']);
  });
});
