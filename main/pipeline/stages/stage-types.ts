/** Context of every stage, and the data that stages store for each other in a job's step run. */
import type { Box } from '../../../contract/jobs/result.ts';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import type { CutoutForm } from '../../../contract/recipes/cutout-form.ts';
import type { Clock } from '../../clock.ts';
import type { PinnedFile } from '../../imaging/container/pinned-files.ts';
import type { FittedUpload } from '../../imaging/fit/fit.ts';
import type { ServiceClient } from '../../service/client.ts';
import type { ResultUrl } from '../../service/read-result.ts';
import type { ServiceAccess } from '../../service/services.ts';
import type { RequestSlot } from '../../service/throttle/request-limiter.ts';
import type { Store } from '../../store/index.ts';
import type { OutputFolders } from '../output/output-folders.ts';
import type { FolderMaker } from '../output/target-folder.ts';
import type { WorkFolder } from './work/work-folder.ts';

/** Reason for failed queries: the service does not know the task, or its response is unusable. */
export type TaskTrouble = 'gone' | 'unreadable';

export interface StageContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly folder: WorkFolder;
  readonly signal: AbortSignal;
  /** Returns the job's service. @throws StageEnd if it is unavailable */
  service(): Promise<ServiceAccess>;
  /** Returns the operations of the service, or null if they are unknown: all are then assumed. */
  available(): Promise<ReadonlySet<OperationId> | null>;
  /** Called when an upload has been sent completely, so that the service may have taken it. */
  onSent(): void;
  /**
   * Sends a request to the built-in engine on this computer, one photograph at a time for each processor.
   * @throws ServiceFailure if the engine is unavailable; the errors of `work`
   */
  askEngine<T>(work: (client: Pick<ServiceClient, 'submit'>) => Promise<T>): Promise<T>;
  /** Returns a slot for a download or a query. Returns null if the service is paused, or if its task was queried a moment ago. */
  tryAcquireSlot(kind: 'download' | 'query'): RequestSlot | null;
  /** Runs work that may crash the process, such as decoding images. A job that has crashed it twice is excluded at the next start. */
  atRisk<T>(work: () => Promise<T>): Promise<T>;
  /** Pins a file of the work folder in memory until the run ends, see `pinFile`. Returns null if it is too large. */
  hold(path: string): Promise<PinnedFile | null>;
  /** Whether a second request may be charged again. */
  readonly canCharge: boolean;
  /**
   * Called before each piece of an upload. Returns false if another station may have the job, so that no more bytes are sent.
   * Null for a job of this computer alone.
   */
  readonly guard: (() => boolean) | null;
  /** Reserves a name among all stations for content (SHA-256, hex). Returns false if another station has it. */
  reserve(path: string, hash: string): Promise<boolean>;
  /** Whether the service may have deleted the data of this step, by this computer's clock. */
  isOver(): boolean;
  /** Time in ms for which this process has queried the job's task. */
  followedMs(): number;
  /** @see Poller.noteTrouble */
  noteTaskTrouble(trouble: TaskTrouble | null): number;
  /** Makes output folders, unless their disk is unavailable. */
  readonly maker: FolderMaker;
  readonly outputs: Pick<OutputFolders, 'letIn' | 'opened' | 'hasJustTaken'>;
  /** Moves a file to the system's trash; null if there is none. */
  readonly trash: ((path: string) => Promise<void>) | null;
}

/** Uploads of a step; stored as `fit` of the step run. */
export interface PreparedUpload {
  /** By form field of the request. */
  readonly uploads: Readonly<Record<string, FittedUpload>>;
  /** Form to make here from a plain cutout at full size; null if the service makes it. */
  readonly localForm: CutoutForm | null;
}

/** A result image: at the service, or in the job's work folder. */
export interface ResponseFile {
  readonly from: ResultUrl | { readonly path: string };
  /** Number (from 1) or class of an element; '' for a single image. */
  readonly element: string;
  /** Bounds in the upload, px. */
  readonly box: Box | null;
  /** SHA-256 of the downloaded file, hex; absent in rows of earlier versions. */
  readonly hash?: string;
}

/** Response of the service; stored as `answer` of the step run until the job is done. */
export interface StepResponse {
  readonly files: readonly ResponseFile[];
  /** Complete body of an analysis. */
  readonly analysis?: unknown;
  /** SHA-256 of the next step's input image, hex. */
  readonly nextInput?: string;
}
