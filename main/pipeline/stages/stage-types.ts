/** Context of all stages, and types of the data in a job's step run. */
import type { Box } from '../../../contract/jobs/result.ts';
import type { CutoutForm } from '../../../contract/operations/cutout.ts';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import type { Clock } from '../../clock.ts';
import type { PinnedFile } from '../../imaging/container/pinned-files.ts';
import type { FittedUpload } from '../../imaging/fit/fit.ts';
import type { ServiceClient } from '../../service/client.ts';
import type { ResultUrl } from '../../service/results/read-result.ts';
import type { ServiceAccess } from '../../service/services.ts';
import type { RequestSlot } from '../../service/throttle/request-limiter.ts';
import type { Store } from '../../store/index.ts';
import type { OutputFolders } from '../output/output-folders.ts';
import type { FolderMaker } from '../output/target-folder.ts';
import type { WorkFolder } from './work/work-folder.ts';

/** `gone`: the service does not know the task. */
export type TaskTrouble = 'gone' | 'unreadable';

export interface StageContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly folder: WorkFolder;
  readonly signal: AbortSignal;
  /** @throws StageEnd if it is unavailable */
  service(): Promise<ServiceAccess>;
  /** Returns null if the operations are unknown: all are assumed. */
  available(): Promise<ReadonlySet<OperationId> | null>;
  /** Called after the upload, when the service may have taken it. */
  onSent(): void;
  /** Called after the response, which frees the slot. */
  onAnswered(): void;
  /**
   * Sends requests to the built-in engine, one for each processor at a time.
   * @throws ServiceFailure if it is unavailable; errors of `work`
   */
  askEngine<T>(work: (client: Pick<ServiceClient, 'submit'>) => Promise<T>): Promise<T>;
  /** Returns null if the service is paused, or was just queried. */
  tryAcquireSlot(kind: 'download' | 'query'): RequestSlot | null;
  /** Runs work that may crash the process. A job that has crashed it twice is excluded. */
  atRisk<T>(work: () => Promise<T>): Promise<T>;
  /** Pins a file in memory until the run ends, with its content if that is known; null if it is too large. */
  hold(path: string, content?: Buffer): Promise<PinnedFile | null>;
  /** Whether a second request may be charged again. */
  readonly canCharge: boolean;
  /** Returns false if another station may have the job, so that the upload stops. Null for unshared jobs. */
  readonly guard: (() => boolean) | null;
  /** Reserves a name for content (SHA-256, hex). Returns false if another station has it. */
  reserve(path: string, hash: string): Promise<boolean>;
  /** Whether the service may have deleted the step's data, by this computer's clock. */
  isOver(): boolean;
  /** Duration of this process's queries, in ms. */
  followedMs(): number;
  /** @see Poller.noteTrouble */
  noteTaskTrouble(trouble: TaskTrouble | null): number;
  readonly maker: FolderMaker;
  readonly outputs: Pick<OutputFolders, 'letIn' | 'opened' | 'hasJustTaken'>;
  /** Null without a system trash. */
  readonly trash: ((path: string) => Promise<void>) | null;
}

/** Stored as `fit` of the step run. */
export interface PreparedUpload {
  /** By form field. */
  readonly uploads: Readonly<Record<string, FittedUpload>>;
  /** Form to make here from a plain cutout; null if the service makes it. */
  readonly localForm: CutoutForm | null;
}

/** A result image: at the service, or in the work folder. */
export interface ResponseFile {
  readonly from: ResultUrl | { readonly path: string };
  /** Number (from 1) or class; '' for a single image. */
  readonly element: string;
  /** Bounds in the upload, px. */
  readonly box: Box | null;
  /** SHA-256 after the download, hex; absent in old rows. */
  readonly hash?: string;
}

/** Stored as `answer` of the step run until the job is done. */
export interface StepResponse {
  readonly files: readonly ResponseFile[];
  readonly analysis?: unknown;
  /** SHA-256 of the next step's image, hex. */
  readonly nextInput?: string;
}
