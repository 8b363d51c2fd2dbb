import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { msg } from '../../../contract/messages/message.ts';
import { starterRecipes } from '../../../contract/recipes/recipe.ts';
import { profileSchema } from '../../../contract/services/profile.ts';
import {
  addForComparison,
  chooseForComparison,
  estimateComparison,
} from '../../../main/comparisons/compared-photographs.ts';
import { displayPath, toStoredPath } from '../../../main/files/stored-path.ts';
import { addPhotographs } from '../../../main/intake/add-photographs.ts';
import { jobError } from '../../../main/pipeline/stage-outcome.ts';
import { type Job, openStore, type ReprocessSource, type Store } from '../../../main/store/index.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

const [recipe] = starterRecipes as [(typeof starterRecipes)[number]];
const services = ['one', 'two'] as const;
const at = services.map((profileId) => ({ ...recipe, profileId }));

let folder: string;
let store: Store;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-compare-services-'));
  store = openStore({ folder: join(folder, 'data') });
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

function source(name: string, more: Partial<ReprocessSource> = {}): ReprocessSource {
  return {
    ...{ path: toStoredPath(join(folder, name)), relativeFolder: '', contentHash: null, width: 60, height: 40 },
    ...{ recipeId: null, recipeName: '', product: null, title: 'b', folderId: null },
    ...more,
  };
}

function put(name: 'astronaut' | 'camera' | 'chelsea'): ReprocessSource {
  copyFileSync(sample(name), join(folder, `${name}.png`));
  return source(`${name}.png`);
}

const batch = { title: 'compared', origin: 'drop', folderId: null, heldForCost: true } as const;
const outputFolder = () => join(folder, 'out');
const compare = (sources: readonly ReprocessSource[], signal = new AbortController().signal, onProgress = () => {}) =>
  addForComparison(sources, {
    ...{ store, batch, signal, onProgress },
    isAt: (id, service) => store.jobs.get(id)?.profileId === services[service],
    take: (file, _, service, into, onJobs) =>
      addPhotographs([file], {
        ...{ store, recipe: at[service]!, batch: into, outputFolder: outputFolder(), profileId: services[service] },
        ...{ from: 'hand', onJobs },
      }),
  });
/** Adds a photograph at a service, and fails its job there. */
async function failAt(profileId: 'one' | 'two', of: ReprocessSource): Promise<number> {
  const ids: number[] = [];
  await addPhotographs([{ path: displayPath(of.path), relativeFolder: '' }], {
    ...{ store, recipe: at[services.indexOf(profileId)]!, batch: { title: 'b', origin: 'drop', folderId: null } },
    ...{ outputFolder: outputFolder(), profileId, from: 'hand', onJobs: (found) => ids.push(...found) },
  });
  const failed = store.moves.claim(profileId)!;
  store.moves.move(failed, 'failed', { error: jobError('service', 'E', msg('service.code.blurred'), 'retry') });
  return ids[0]!;
}

describe('compared photographs', () => {
  it('have a job at both services, in one waiting batch', async () => {
    const { pairs, report } = await compare([put('astronaut'), put('camera')]);
    expect(pairs).toHaveLength(2);
    const jobs = pairs.map((pair) => pair.map((id) => store.jobs.get(id)!));
    expect(jobs.map((pair) => pair.map(({ profileId }) => profileId))).toEqual([services, services]);
    expect(new Set(jobs.flat().map(({ batchId }) => batchId))).toEqual(new Set([report.batchId]));
    expect([report.accepted, store.batches.get(report.batchId!)?.heldForCost]).toEqual([4, true]);
    expect(services.map((profileId) => store.moves.claim(profileId))).toEqual([null, null]);
  });

  it('are estimated at both services as files, not as jobs, without finished ones', async () => {
    const costs = { prices: { 'portrait-background-removal': 3 } } as const;
    for (const id of services)
      store.profiles.save(
        profileSchema.parse({ id, kind: 'remote', name: id, baseUrl: `https://${id}.example`, costs }),
      );
    const sources = [put('astronaut'), put('camera')];
    await compare(sources);
    const finished = store.jobs.get((await compare(sources)).pairs[0]![0])!;
    store.batches.setHeld(finished.batchId, false);
    let job: Pick<Job, 'id' | 'state' | 'lease'> = store.moves.claim('one')!;
    expect(job.id).toBe(finished.id);
    for (const next of ['submitting', 'fetching', 'placing'] as const) job = store.moves.move(job, next);
    const file = { kind: 'image', element: null, path: join(folder, 'a.png'), width: 60, height: 40 } as const;
    const { batchId, operation } = finished;
    store.results.add({ jobId: job.id, batchId, step: 0, operation, ...file, bytes: 9, box: null });
    store.moves.move(job, 'done');
    // Each is selected once for each of its jobs.
    const selected = [...sources, ...sources];
    const balances = { credits: (id: string) => (id === 'one' ? { balance: 40, total: null, at: 0 } : null) };
    expect(estimateComparison(selected, recipe, services, { store, services: balances })).toEqual({
      photographs: 2,
      estimates: [
        { profileId: 'one', requests: 1, paid: 1, credits: 3, unknown: [], balance: 40 },
        { profileId: 'two', requests: 2, paid: 0, credits: 6, unknown: [], balance: null },
      ],
    });
  });

  it('resume started jobs, and nothing is made twice', async () => {
    const sources = [put('astronaut'), put('camera')];
    const first = await compare(sources);
    const again = await compare(sources);
    expect(again.pairs).toEqual(first.pairs);
    expect(again.report).toMatchObject({ accepted: 0, batchId: null });
  });

  it('are retried after a failure, each at its own service', async () => {
    const [one, two] = [put('astronaut'), put('camera')];
    await failAt('one', one);
    await failAt('two', two);
    const { pairs } = await compare([one, two]);
    for (const [first, second] of pairs) {
      expect([store.jobs.get(first)?.profileId, store.jobs.get(second)?.profileId]).toEqual(services);
      expect(first).not.toBe(second);
    }
    expect(pairs).toHaveLength(2);
  });

  it('are left out and reported if they cannot be read', async () => {
    writeFileSync(join(folder, 'text.jpg'), 'no photograph');
    const { pairs, report } = await compare([source('text.jpg'), put('camera')]);
    expect([pairs.length, report.refused.length]).toEqual([1, 1]);
  });

  it('are those added so far when stopped', async () => {
    const control = new AbortController();
    const { pairs } = await compare([put('astronaut'), put('camera')], control.signal, () => control.abort());
    expect(pairs).toHaveLength(1);
  });
});

describe('of many photographs', () => {
  it('each is compared once', () => {
    expect(chooseForComparison([source('a'), source('b'), source('a')]).map(({ path }) => path)).toEqual(
      ['a', 'b'].map((name) => join(folder, name)),
    );
  });

  it('twenty different ones are compared: portrait and landscape, small and large', () => {
    const wide = Array.from({ length: 60 }, (_, n) => source(`w${n}`, { width: 600 + n, height: 400 }));
    const upright = Array.from({ length: 20 }, (_, n) => source(`u${n}`, { width: 400 + 50 * n, height: 2000 }));
    const chosen = chooseForComparison([...wide, ...upright]);
    expect(new Set(chosen).size).toBe(20);
    expect(chosen.filter(({ width, height }) => width < height)).toHaveLength(5);
    const widths = chosen.filter(({ width, height }) => width < height).map(({ width }) => width);
    expect(Math.max(...widths) - Math.min(...widths)).toBeGreaterThan(500);
  });
});
