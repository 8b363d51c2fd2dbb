/** The run of a job in this process, and the context that its stages get. */
import { builtInProfileId } from '../../../contract/services/profile.ts';
import { type PinnedFile, pinFile } from '../../imaging/container/pinned-files.ts';
import { raceAbort } from '../../service/abortable.ts';
import type { Services } from '../../service/services.ts';
import { hasExpired } from '../../service/throttle/poll-schedule.ts';
import type { RequestSlot } from '../../service/throttle/request-limiter.ts';
import type { Job } from '../../store/index.ts';
import type { OutputFolders } from '../output/output-folders.ts';
import type { FolderMaker } from '../output/target-folder.ts';
import type { EvidenceKeeper } from '../spending/balance-evidence.ts';
import type { SpendingLimits } from '../spending/spending-limits.ts';
import type { StageContext } from '../stages/stage-types.ts';
import { workFolder } from '../stages/work/work-folder.ts';
import type { OutcomeContext } from './outcomes/apply-outcome.ts';
import type { CrashRisks } from './permits/crash-risks.ts';
import type { Semaphore } from './permits/semaphore.ts';
import type { Fence } from './permits/studio-fence.ts';
import type { TaskPoller } from './permits/task-poller.ts';
import type { Lane } from './service-lane.ts';

/** A job in progress in this process. */
export interface Run {
  readonly jobId: number;
  /** Null for a task query. */
  readonly lease: string | null;
  readonly lane: Lane;
  readonly abort: AbortController;
  /** `sent`: the upload is complete, without a response yet. */
  phase: 'preparing' | 'submitting' | 'sent' | 'polling' | 'fetching' | 'placing';
  /** Permission for the request in progress. */
  slot: RequestSlot | null;
}

export interface RunContext extends OutcomeContext {
  /** Slots for work that needs processors and memory. */
  readonly localSlots: Semaphore;
  readonly risks: CrashRisks;
  readonly fence: Fence;
  readonly limits: SpendingLimits;
  readonly evidence: Pick<EvidenceKeeper, 'before'>;
  readonly isStopping: () => boolean;
  readonly canContinue: (job: Job) => boolean;
  readonly poller: Pick<TaskPoller, 'age' | 'noteTrouble' | 'claimQuery'>;
  readonly checkClocks: () => void;
  readonly onFault: (error: unknown, jobId: number) => void;
  readonly services: Pick<Services, 'clientFor'>;
  readonly maker: FolderMaker;
  readonly outputs: OutputFolders;
  readonly trash: StageContext['trash'];
}

/** @param pinned collects the files that the stages hold in memory */
export function createStageContext(job: Job, run: Run, context: RunContext, pinned: PinnedFile[]): StageContext {
  const { store, clock, maker, outputs, trash, poller, fence, localSlots } = context;
  const { signal } = run.abort;
  return {
    store,
    clock,
    signal,
    folder: workFolder(store.workFolder, job),
    service: () => raceAbort(run.lane.service(), signal),
    available: () => raceAbort(run.lane.available(), signal),
    onSent: () => {
      run.phase = 'sent';
    },
    onAnswered: () => {
      run.slot?.release('answered');
      run.slot = null;
    },
    askEngine: (work) =>
      localSlots.run(signal, async () => {
        const { client, kind, charges } = await raceAbort(context.services.clientFor(builtInProfileId), signal);
        // An inspection must neither be charged nor send the photograph to another computer.
        if (kind !== 'built-in' || charges) throw new Error('The built-in engine is not what its profile leads to.');
        return work(client);
      }),
    tryAcquireSlot(kind) {
      const taskId = kind === 'query' ? store.stepRuns.get(job.id, job.step)?.taskId : null;
      if (taskId != null && (!run.lane.canStart('query') || !poller.claimQuery(job.profileId, taskId))) return null;
      return run.lane.tryAcquireSlot(kind);
    },
    atRisk: (work) => localSlots.run(signal, () => context.risks.run(job, work)),
    async hold(path, content) {
      const file = await pinFile(path, content);
      if (file !== null) pinned.push(file);
      return file;
    },
    canCharge: context.canCharge(job.profileId),
    guard: fence.guardOf(job.id),
    reserve: (path, hash) => fence.reserve(job.id, path, hash),
    isOver: () => {
      context.checkClocks();
      const submittedAt = store.stepRuns.get(job.id, job.step)?.submittedAt ?? null;
      return submittedAt !== null && hasExpired(submittedAt, clock.now());
    },
    followedMs: () => poller.age(job.id),
    noteTaskTrouble: (trouble) => poller.noteTrouble(job.id, trouble),
    maker,
    outputs,
    trash,
  };
}
