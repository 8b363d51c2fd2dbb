import type { EngineStatus, Snapshot } from '../../../contract/app/app-snapshot.ts';
import { settingsSchema } from '../../../contract/app/settings.ts';
import type { JobError, JobSummary } from '../../../contract/jobs/job.ts';
import type { ResultView } from '../../../contract/jobs/result.ts';
import { starterRecipes } from '../../../contract/recipes/recipe.ts';
import type { JobTally } from '../../../contract/review/list-queries.ts';
import { builtInProfile, profileSchema } from '../../../contract/services/profile.ts';

export function jobOf(id: number, change: Partial<JobSummary> = {}): JobSummary {
  return {
    id,
    batchId: 1,
    sourcePath: `/photos/img_${id}.jpg`,
    name: `img_${id}.jpg`,
    recipeName: 'Portrait cutout',
    profileId: 'built-in',
    operation: 'portrait-background-removal',
    step: 0,
    stepCount: 1,
    state: 'queued',
    held: false,
    priority: 0,
    position: id,
    attempts: 0,
    bytes: 1000,
    width: 4000,
    height: 3000,
    error: null,
    progress: null,
    createdAt: 1000,
    startedAt: null,
    finishedAt: null,
    runAfter: 0,
    resultCount: 0,
    follows: null,
    ...change,
  };
}

export function errorOf(change: Partial<JobError> = {}): JobError {
  return {
    kind: 'input',
    code: 'ERROR_CODE',
    message: 'It is broken.',
    advice: 'none',
    requestId: null,
    logId: null,
    ...change,
  };
}

export function resultOf(id: number, change: Partial<ResultView> = {}): ResultView {
  return {
    id,
    jobId: id,
    batchId: 1,
    step: 0,
    operation: 'portrait-background-removal',
    kind: 'image',
    element: null,
    path: `/results/img_${id}.png`,
    present: true,
    width: 4000,
    height: 3000,
    bytes: 5000,
    box: null,
    createdAt: 1000,
    ...change,
  };
}

/** The engine after its start, before the first photograph. */
export const idleEngine: EngineStatus = {
  condition: 'ready',
  message: null,
  models: [],
  memoryBytes: null,
  use: null,
  networks: [],
  graphics: null,
};

export const noTally: JobTally = { all: 0, queued: 0, running: 0, done: 0, failed: 0, uncertain: 0, cancelled: 0 };

/** A remote service. */
export const studioProfile = profileSchema.parse({
  id: 'studio',
  kind: 'remote',
  name: 'Studio',
  baseUrl: 'https://a.example',
});

export function snapshotOf(change: Partial<Snapshot> = {}): Snapshot {
  return {
    tally: noTally,
    openByService: [],
    onHold: 0,
    waitForFolder: [],
    waitForPrice: [],
    batches: [],
    recipes: starterRecipes,
    folders: [],
    folderStatus: [],
    outputTroubles: [],
    profiles: [builtInProfile],
    profileStatus: [],
    presets: [],
    exportPresets: [],
    hasClientAnswers: false,
    settings: settingsSchema.parse({}),
    engine: idleEngine,
    throughput: { perMinute: 0, msEach: null, total: 0, finished: 0 },
    power: { pausedOnBattery: false },
    studio: null,
    undecided: [],
    about: { version: '0.1.0', platform: 'linux', dataFolder: '/data', keyStore: true, isRoot: false, languages: [] },
    ...change,
  };
}
