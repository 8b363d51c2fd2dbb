/** Sends the changes of this station's jobs to the studio, in order. A row stays until the studio has it. */
import type { OutboxRow, Store } from '../../store/index.ts';
import { StudioUnreachable } from '../connection/studio-database.ts';
import type { FencedJob, SharedOutcome, SharedResult, SharedWork } from '../queue/queue-types.ts';
import type { Shares } from '../shares/shared-path.ts';

interface OutboxContext {
  readonly store: Pick<Store, 'shared' | 'views' | 'results' | 'writtenFiles'>;
  readonly work: SharedWork;
  readonly shares: Shares;
  readonly onLost: (jobId: number) => Promise<void>;
}

const pageSize = 50;

/**
 * Sends all rows. Rows that the database rejects are reported to `onError` and tried again next time.
 * @throws StudioUnreachable; unsent rows stay
 */
export async function flushOutbox(context: OutboxContext, onError: (error: unknown) => void): Promise<void> {
  const { store } = context;
  const rejected = new Set<number>();
  const next = () => store.shared.outbox(pageSize + rejected.size).filter(({ id }) => !rejected.has(id));
  for (let rows = next(); rows.length > 0; rows = next()) {
    for (const row of rows) {
      try {
        await sendOutboxRow(row, context);
        store.shared.heard(row.id);
      } catch (error) {
        if (error instanceof StudioUnreachable) throw error;
        rejected.add(row.id);
        onError(error);
      }
    }
  }
}

async function sendOutboxRow(row: OutboxRow, context: OutboxContext): Promise<void> {
  const { store, work } = context;
  // Use the current fence, because the job may have been claimed again since.
  const fence = store.shared.of(row.jobId)?.fence ?? null;
  if (fence === null) return;
  const item: FencedJob = { id: row.sharedId, fence };
  switch (row.kind) {
    case 'task':
    case 'answered':
    case 'not-taken':
    case 'over':
      await work.recordAttempt(item, row.step, row.kind, row.taskId);
      return;
    case 'reopened': {
      const newFence = await work.reopen(item, true);
      if (newFence === null) await context.onLost(row.jobId);
      else store.shared.refence(row.jobId, newFence);
      return;
    }
    case 'settled': {
      const outcome = await findOutcome(row.jobId, context);
      // A job that continues has a later row.
      if (outcome !== null && !(await work.settle(item, outcome))) await context.onLost(row.jobId);
      return;
    }
    default:
      row.kind satisfies never;
  }
}

/** Returns null if the job has no outcome yet. */
async function findOutcome(jobId: number, context: OutboxContext): Promise<SharedOutcome | null> {
  const job = context.store.views.detail(jobId)?.job;
  switch (job?.state) {
    case 'done':
      return { state: 'done', error: null, results: await listSharedResults(jobId, context) };
    case 'failed':
    case 'cancelled':
    case 'uncertain':
      return { state: job.state, error: job.error, results: [] };
    default:
      return null;
  }
}

async function listSharedResults(jobId: number, { store, shares }: OutboxContext): Promise<SharedResult[]> {
  const hashes = new Map(store.writtenFiles.ofJob(jobId).map(({ path, hash }) => [path, hash]));
  const results = await store.results.ofJob(jobId);
  const files = results.flatMap(({ element, path, width, height, bytes, further = [] }) => {
    const first = { element: element ?? '', output: 0, path, width, height, bytes };
    return [first, ...further.map((file) => ({ ...first, ...file }))];
  });
  return Promise.all(
    files.map(async ({ element, output, path, width, height, bytes }) => {
      const place = path === null ? null : await shares.toShared(path).catch(() => null);
      const hash = hashes.get(path ?? '') ?? null;
      return { element, output, share: place?.share ?? null, path: place?.path ?? null, width, height, bytes, hash };
    }),
  );
}
