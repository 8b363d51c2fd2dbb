import type { Snapshot } from '../../../contract/app/app-snapshot.ts';
import { jobQuerySchema } from '../../../contract/review/list-queries.ts';
import type { IpcContext, LiveStatus } from '../bridge/ipc-context.ts';

export type Counts = Pick<
  Snapshot,
  'tally' | 'openByService' | 'onHold' | 'waitForFolder' | 'waitForPrice' | 'throughput' | 'undecided'
>;

/** Counts over all jobs, on the thread that reads lists, because it may take long. */
export async function counts({ review: { reader }, live }: Pick<IpcContext, 'review' | 'live'>): Promise<Counts> {
  const closed = live.outputs().map(({ folder }) => folder);
  const [tally, others] = await Promise.all([
    reader.ask('jobs.tally', jobQuerySchema.parse({})),
    reader.ask('queue.counts', { now: Date.now(), closed }),
  ]);
  return { tally, ...others };
}

export function readLiveStatus(live: LiveStatus) {
  return {
    engine: live.engine(),
    profileStatus: live.profiles(),
    folderStatus: live.folders(),
    outputTroubles: live.outputs(),
    power: live.power(),
    studio: live.studio(),
  };
}

/** Reads the current state of all screens, except the rows of lists. */
export async function takeSnapshot(core: Pick<IpcContext, 'store' | 'review' | 'live' | 'about'>): Promise<Snapshot> {
  const { store } = core;
  return {
    ...(await counts(core)),
    batches: store.batches.list(),
    recipes: store.recipes.list(),
    folders: store.folders.list(),
    profiles: store.profiles.list(),
    presets: store.presets.list(),
    exportPresets: store.exportPresets.list(),
    hasClientAnswers: store.clientPicks.isAny(),
    settings: store.settings.read(),
    ...readLiveStatus(core.live),
    about: core.about(),
  };
}
