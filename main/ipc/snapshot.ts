import type { Snapshot } from '../../contract/app/app-snapshot.ts';
import { jobQuerySchema } from '../../contract/review/list-queries.ts';
import type { IpcContext } from './ipc-context.ts';

/** What is counted over all jobs; by the thread that reads for lists, since that may be long. */
export async function counts({ review: { reader }, live }: Pick<IpcContext, 'review' | 'live'>): Promise<Counts> {
  const closed = live.outputs().map(({ folder }) => folder);
  const [tally, others] = await Promise.all([
    reader.ask('jobs.tally', jobQuerySchema.parse({})),
    reader.ask('queue.counts', { now: Date.now(), closed }),
  ]);
  return { tally, ...others };
}
export type Counts = Pick<
  Snapshot,
  'tally' | 'openByService' | 'onHold' | 'waitForFolder' | 'waitForPrice' | 'throughput' | 'undecided'
>;

/** Everything the screens show, at this moment, but for the rows of lists. */
export async function snapshot(core: Pick<IpcContext, 'store' | 'review' | 'live' | 'about'>): Promise<Snapshot> {
  const { store, live } = core;
  const counted = await counts(core);
  return {
    ...counted,
    batches: store.batches.list(),
    recipes: store.recipes.list(),
    folders: store.folders.list(),
    folderStatus: live.folders(),
    outputTroubles: live.outputs(),
    profiles: store.profiles.list(),
    profileStatus: live.profiles(),
    presets: store.presets.list(),
    exportPresets: store.exportPresets.list(),
    hasClientAnswers: store.clientPicks.isAny(),
    settings: store.settings.read(),
    engine: live.engine(),
    power: live.power(),
    studio: live.studio(),
    about: core.about(),
  };
}
