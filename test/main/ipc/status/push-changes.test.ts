import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Changes } from '../../../../contract/app/app-snapshot.ts';
import { starterRecipes } from '../../../../contract/recipes/recipe.ts';
import { everyPhotograph } from '../../../../contract/review/list-queries.ts';
import type { LiveStatus } from '../../../../main/ipc/bridge/ipc-context.ts';
import { type ChangePush, startChangePush } from '../../../../main/ipc/status/push-changes.ts';
import { createVisibleRows, type VisibleRows } from '../../../../main/review/lists/visible-rows.ts';
import { type NewJob, openStore, type Store } from '../../../../main/store/index.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { createManualClock, type ManualClock } from '../../../helpers/run/manual-clock.ts';
import { addUndecided } from '../../../helpers/store/undecided-jobs.ts';
import { idleEngine, noTally } from '../../../helpers/window/window-data.ts';

const live: LiveStatus = {
  engine: () => idleEngine,
  profiles: () => [],
  folders: () => [],
  outputs: () => [],
  power: () => ({ pausedOnBattery: false }),
  studio: () => null,
};

let folder: string;
let store: Store;
let push: ChangePush;
let showing: VisibleRows;
let sent: Changes[];
let clock: ManualClock;
beforeEach(async () => {
  folder = scratchFolder();
  store = openStore({ folder });
  // A new store first reports its starter recipes.
  await Promise.resolve();
  sent = [];
  clock = createManualClock();
  showing = createVisibleRows();
  const { throughput, undecided, openByService } = store.views;
  const count = async () => ({
    tally: noTally,
    openByService: openByService(),
    onHold: 0,
    waitForFolder: [],
    waitForPrice: [],
    throughput: throughput(),
    undecided: undecided(),
  });
  const report = (fault: unknown) => {
    throw fault;
  };
  push = startChangePush({
    store,
    live,
    showing,
    count,
    report,
    send: (changes) => sent.push(changes),
    every: 40,
    clock,
  });
});
afterEach(() => {
  push.stop();
  store.close();
});

/** Flushes pending reports, then advances the clock by `ms`. */
async function pass(ms: number): Promise<void> {
  await Promise.resolve();
  clock.advance(ms);
  // Counts are pushed one tick later.
  await new Promise(setImmediate);
}

function photograph(name: string): NewJob {
  const recipe = starterRecipes[0]!;
  const facts = { contentHash: name, bytes: 1, width: 1, height: 1 };
  return { sourcePath: `/photos/${name}`, relativeFolder: '', outputFolder: folder, recipe, profileId: null, ...facts };
}

describe('push', () => {
  it('does not query the store, which can be closed, once it has stopped', async () => {
    push.stop();
    store.settings.save({ paused: true });
    push.live();
    await pass(2000);
    expect(sent).toEqual([]);
  });

  it('coalesces a burst into one event', async () => {
    const batch = { title: 'drop', origin: 'drop', folderId: null } as const;
    for (let index = 0; index < 50; index += 1) {
      store.jobs.add(batch, [photograph(`${index}.jpg`)]);
      await Promise.resolve();
    }
    await pass(40);
    expect(sent.filter(({ jobsChanged }) => jobsChanged)).toHaveLength(1);
    expect(sent[0]?.batches).toHaveLength(50);
    expect(sent.find(({ throughput }) => throughput)?.throughput?.total).toBe(50);
  });

  it('sends only what changed', async () => {
    store.settings.save({ appearance: 'dark' });
    await pass(40);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ settings: { appearance: 'dark' } });
    expect(sent[0]).not.toHaveProperty('jobs');
    expect(sent[0]).not.toHaveProperty('recipes');
  });

  it('sends the rows that the window shows, and for all others only that something changed', async () => {
    const names = ['a.jpg', 'b.jpg', 'c.jpg'].map(photograph);
    const { jobIds } = store.jobs.add({ title: 'drop', origin: 'drop', folderId: null }, names);
    showing.setJobs([jobIds[1]!]);
    await pass(40);
    expect(sent.flatMap(({ jobs }) => jobs ?? []).map(({ name }) => name)).toEqual(['b.jpg']);
    sent.length = 0;
    store.actions.remove([jobIds[0]!]);
    await pass(40);
    expect(sent[0]).toMatchObject({ jobsChanged: true });
    expect(sent[0]).not.toHaveProperty('jobs');
  });

  it('sends visible photographs after a decision about them', async () => {
    const { jobIds } = store.jobs.add({ title: 'drop', origin: 'drop', folderId: null }, [photograph('a.jpg')]);
    const job = store.jobs.get(jobIds[0]!)!;
    const data = { kind: 'analysis', raw: {}, body: null, width: 1, height: 1 } as const;
    store.results.add({ jobId: job.id, batchId: job.batchId, step: 0, operation: 'skin-analysis', ...data });
    showing.setPhotographs([job.photographId!], everyPhotograph);
    await pass(40);
    sent.length = 0;
    store.photographs.decide([job.photographId!], { flag: 1 });
    await pass(40);
    await vi.waitFor(
      () =>
        expect(sent.flatMap(({ photographs }) => photographs ?? [])).toMatchObject([
          { name: 'a.jpg', decision: { flag: 1 } },
        ]),
      20_000,
    );
    expect(sent.find(({ photographsChanged }) => photographsChanged)).toMatchObject({ hasClientAnswers: false });
  });

  it('sends data outside the database on request', async () => {
    push.live();
    await pass(40);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.engine).toEqual(live.engine());
  });

  it('reports pending decisions by cause, and when they are made', async () => {
    const undecided = () => sent.findLast((changes) => changes.undecided !== undefined)?.undecided;
    addUndecided(store, 'NO_ANSWER', 3);
    await pass(40);
    expect(undecided()).toMatchObject([{ cause: 'NO_ANSWER', message: 'Because of NO_ANSWER.', count: 3 }]);
    store.actions.decideCause('NO_ANSWER', 'give-up');
    await pass(40);
    await pass(1000);
    expect(undecided()).toEqual([]);
  });

  it('sends everything again after a write by another process', async () => {
    const otherStore = openStore({ folder });
    const { jobIds } = otherStore.jobs.add({ title: 'run', origin: 'command', folderId: null }, [photograph('b.jpg')]);
    otherStore.close();
    showing.setJobs(jobIds);
    await pass(1000);
    await pass(40);
    expect(sent.flatMap(({ jobs }) => jobs?.map(({ name }) => name) ?? [])).toContain('b.jpg');
    expect(sent.some((changes) => 'recipes' in changes && changes.jobsChanged)).toBe(true);
  });
});
