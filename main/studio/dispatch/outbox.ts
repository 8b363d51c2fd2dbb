/** What happened to jobs here, told to the studio in order. A row stays until the studio has heard it; one of another's job is dropped. */
import type { OutboxRow, Store } from '../../store/index.ts';
import { StudioUnreachable } from '../connection/connection.ts';
import type { FencedJob, SharedEnd, SharedResult, SharedWork } from '../queue/queue-types.ts';
import type { Shares } from '../shares/share-paths.ts';

export interface OutboxTools {
  readonly store: Pick<Store, 'shared' | 'views' | 'results' | 'writtenFiles'>;
  readonly work: SharedWork;
  readonly shares: Shares;
  /** The job is somebody else's, as far as the studio knows. */
  readonly onLost: (jobId: number) => Promise<void>;
}

const atOnce = 50;

/** Tells all there is. @throws StudioUnreachable; what was not heard stays. What the database refuses is told of (`onFault`), and tried again next time. */
export async function flushOutbox(context: OutboxTools, onFault: (fault: unknown) => void): Promise<void> {
  const { store } = context;
  const refused = new Set<number>();
  const next = () => store.shared.outbox(atOnce + refused.size).filter(({ id }) => !refused.has(id));
  for (let rows = next(); rows.length > 0; rows = next()) {
    for (const row of rows) {
      try {
        await sendOutboxRow(row, context);
        store.shared.heard(row.id);
      } catch (fault) {
        if (fault instanceof StudioUnreachable) throw fault;
        refused.add(row.id);
        onFault(fault);
      }
    }
  }
}

async function sendOutboxRow(row: OutboxRow, context: OutboxTools): Promise<void> {
  const { store, work } = context;
  // Taken anew meanwhile: what there is to say goes by the new fence.
  const fence = store.shared.of(row.jobId)?.fence ?? null;
  if (fence === null) return;
  const item: FencedJob = { id: row.sharedId, fence };
  switch (row.kind) {
    case 'task':
    case 'answered':
    case 'not-taken':
    case 'over':
      await work.noteAttempt(item, row.step, row.kind, row.taskId);
      return;
    case 'reopened': {
      const fence = await work.reopen(item, true);
      if (fence === null) await context.onLost(row.jobId);
      else store.shared.refence(row.jobId, fence);
      return;
    }
    case 'settled': {
      const end = await endOf(row.jobId, context);
      // Gone on meanwhile: that is told next.
      if (end !== null && !(await work.settled(item, end))) await context.onLost(row.jobId);
      return;
    }
    default:
      row.kind satisfies never;
  }
}

async function endOf(jobId: number, { store, shares }: OutboxTools): Promise<SharedEnd | null> {
  const job = store.views.detail(jobId)?.job;
  switch (job?.state) {
    case 'done':
      return { state: 'done', error: null, results: await resultsOf(jobId, store, shares) };
    case 'failed':
    case 'cancelled':
    case 'uncertain':
      return { state: job.state, error: job.error, results: [] };
    default:
      return null;
  }
}

async function resultsOf(
  jobId: number,
  { results, writtenFiles }: Pick<Store, 'results' | 'writtenFiles'>,
  shares: Shares,
): Promise<SharedResult[]> {
  const hashes = new Map(writtenFiles.ofJob(jobId).map(({ path, hash }) => [path, hash]));
  const files = (await results.ofJob(jobId)).flatMap(({ element, path, width, height, bytes, further = [] }) => {
    const own = { element: element ?? '', output: 0, path, width, height, bytes };
    return [own, ...further.map((file) => ({ ...own, ...file }))];
  });
  return Promise.all(
    files.map(async ({ element, output, path, width, height, bytes }) => {
      const place = path === null ? null : await shares.toShared(path).catch(() => null);
      const hash = hashes.get(path ?? '') ?? null;
      return { element, output, share: place?.share ?? null, path: place?.path ?? null, width, height, bytes, hash };
    }),
  );
}
