/** Jobs in every state, of a paid service and the built-in one. */
import { createHash } from 'node:crypto';
import type { JobError } from '../../../contract/jobs/job.ts';
import { recipeSchema } from '../../../contract/recipes/recipe.ts';
import { builtInProfileId } from '../../../contract/services/profile.ts';
import type { Job, NewJob, Store } from '../../../main/store/index.ts';

/** A job before the damage. */
export interface Known {
  readonly item: NewJob;
  readonly state: string;
  readonly sourcePath: string;
  readonly profileId: string;
  readonly taskId: string | null;
  /** Whether the service may have charged. */
  readonly wasSent: boolean;
  readonly isInBackup: boolean;
}

const ends = [
  ...(['queued', 'waiting', 'done', 'fetching', 'placing', 'failed'] as const),
  ...(['uncertain', 'submitting', 'preparing', 'queued', 'waiting', 'done'] as const),
];
type End = (typeof ends)[number];

const recipe = recipeSchema.parse({
  id: 'cutout',
  name: 'Cutout',
  steps: [{ operation: 'portrait-background-removal', params: {} }],
  output: { template: '{name}' },
});
const lost: JobError = {
  kind: 'uncertain',
  code: 'LOST',
  message: 'Its answer was lost.',
  advice: 'decide',
  requestId: null,
  logId: null,
};

/** Adds photographs, and moves each job to another state. Most jobs of an earlier call that were queued are sent. */
export function fillWithJobs(store: Store, from: number, to: number, known: Map<number, Known>): void {
  for (const [id, job] of [...known]) {
    const isSentNow = job.state === 'queued' && id % 3 !== 0;
    known.set(id, { ...job, ...(isSentNow ? moveTo(store, id, 'waiting') : {}), isInBackup: true });
  }
  const items = Array.from({ length: to - from }, (_, index) => {
    const number = from + index;
    const profileId = number % 7 === 0 ? builtInProfileId : 'dear';
    const name = `photograph-${number}-${'x'.repeat(number % 40)}`;
    const contentHash = createHash('sha256').update(name).digest('hex');
    const paths = { sourcePath: `/photographs/${name}.jpg`, relativeFolder: '', outputFolder: '/results' };
    return { ...paths, contentHash, bytes: 1000, width: 60, height: 40, recipe, profileId };
  });
  const { jobIds } = store.jobs.add({ title: `from ${from}`, origin: 'drop', folderId: null }, items);
  jobIds.forEach((id, index) => {
    known.set(id, { ...moveTo(store, id, ends[index % ends.length] as End), item: items[index] as NewJob });
  });
}

function moveTo(store: Store, id: number, state: End): Omit<Known, 'item'> {
  const job = store.jobs.get(id);
  if (job === null) throw new Error(`There is no job ${id}.`);
  const taskId = `task-${id}-${'0123456789abcdef'.repeat(2)}`;
  advance(store, job, state, taskId);
  const { sourcePath, profileId } = job;
  const hasTask = ['waiting', 'fetching', 'placing', 'done'].includes(state);
  const wasSent = hasTask || state === 'submitting' || state === 'uncertain';
  return { state, sourcePath, profileId, taskId: hasTask ? taskId : null, wasSent, isInBackup: false };
}

function advance(store: Store, queued: Job, end: End, taskId: string): void {
  const { actions, moves, stepRuns } = store;
  const { id, profileId, batchId, operation } = queued;
  if (end === 'queued') return;
  actions.move([id], 'first');
  const claimed = moves.claim(profileId);
  if (claimed?.id !== id) throw new Error(`Job ${id} could not be claimed.`);
  if (end === 'preparing') return;
  if (end === 'failed') {
    moves.move(claimed, 'failed', { error: { ...lost, kind: 'input', code: 'BAD', advice: 'replace-file' } });
    return;
  }
  const run = { fitted: ['Scaled.'], fit: { uploads: {} }, uploadWidth: 60, uploadHeight: 40 };
  stepRuns.prepared(id, 0, { operation, ...run });
  stepRuns.sending(id, 0);
  let job = moves.move(claimed, 'submitting');
  if (end === 'submitting') return;
  if (end === 'uncertain') {
    moves.move(job, 'uncertain', { error: lost });
    return;
  }
  store.transaction(() => {
    stepRuns.task(id, 0, taskId);
    job = moves.move(job, 'waiting');
  });
  if (end === 'waiting') return;
  const from = { url: `https://service.example/${id}` };
  store.transaction(() => {
    stepRuns.answered(id, 0, { files: [{ from, element: '', box: null }] });
    job = moves.move(job, 'fetching');
  });
  if (end === 'fetching') return;
  job = moves.move(moves.takeUp(id, 'fetching'), 'placing');
  if (end === 'placing') return;
  const path = `/results/photograph-${id}.png`;
  const hash = 'a'.repeat(60) + String(id).padStart(4, '0');
  store.writtenFiles.add({ path, hash, bytes: 1000 }, { jobId: id, step: 0, element: '' });
  store.transaction(() => {
    const data = { kind: 'image', element: null, path, width: 60, height: 40, bytes: 1000, box: null } as const;
    store.results.add({ jobId: id, batchId, step: 0, operation, ...data });
    moves.move(job, 'done');
  });
}
