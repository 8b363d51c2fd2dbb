/** What every stage is given, and what stages leave for each other in a job's step run. */

import type { Box } from '../../../contract/jobs/result.ts';
import type { CutoutForm } from '../../../contract/operations/cutout.ts';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
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
import type { WorkFolder } from './work-folder.ts';

/** Why queries of a task fail: the service doesn't know the task, or its answers are of no use. */
export type TaskTrouble = 'gone' | 'unreadable';

export interface StageContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly folder: WorkFolder;
  readonly signal: AbortSignal;
  /** The job's service. @throws StageEnd when it cannot be had now */
  service(): Promise<ServiceAccess>;
  /** Operations it has; null = not known, taken as all. */
  available(): Promise<ReadonlySet<OperationId> | null>;
  /** Called when an upload has left whole: from here on the service may have taken it. */
  onSent(): void;
  /**
   * Asks the built-in engine, on this computer, about one photograph for each processor at a time.
   * @throws ServiceFailure where it cannot be had; what `work` throws
   */
  askEngine<T>(work: (client: Pick<ServiceClient, 'submit'>) => Promise<T>): Promise<T>;
  /**
   * Permission to fetch a job's results, or to ask for its task. Returns null while the service is to be left alone, or if the
   * task was asked for a moment ago.
   */
  tryAcquireSlot(kind: 'download' | 'query'): RequestSlot | null;
  /** Does what may end the whole process: reading or making pictures. A job that has ended it twice is set aside at the next start. */
  atRisk<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Holds a file of the work folder in memory while somebody is at work on the job here: see `hold` in imaging. Null where it is too
   * large.
   */
  hold(path: string): Promise<PinnedFile | null>;
  /** Whether what is sent twice may be paid twice. */
  readonly canCharge: boolean;
  /**
   * Asked before each piece of an upload: false where another station may have the job by now, so that not a byte more must leave.
   * Null for a job of this computer alone.
   */
  readonly guard: (() => boolean) | null;
  /** Keeps a name for a file with this content (SHA-256, hex), so that no other station gives it; false where one has it. */
  reserve(path: string, hash: string): Promise<boolean>;
  /** True when the service need no longer keep what it was sent for this step, by this computer's clock. */
  isOver(): boolean;
  /** ms that this process has been asking for the job's task. */
  followedMs(): number;
  /** See `Poller.noteTrouble`. */
  noteTaskTrouble(trouble: TaskTrouble | null): number;
  /** Makes the folder of the job's results, but not in the place of a disk that is away. */
  readonly maker: FolderMaker;
  /** Which folders take results just now. */
  readonly outputs: Pick<OutputFolders, 'letIn' | 'opened' | 'hasJustTaken'>;
  /** Moves a file to the system's trash; null where there is none. */
  readonly trash: ((path: string) => Promise<void>) | null;
}

/** How a step's upload was made; kept as `fit` of the step run. */
export interface PreparedUpload {
  /** By form field. */
  readonly uploads: Readonly<Record<string, FittedUpload>>;
  /** The form that is made here, from a plain cutout at full size; null where the service makes it. */
  readonly localForm: CutoutForm | null;
}

/** A result image: at the service, or in the job's work folder. */
export interface ResponseFile {
  readonly from: ResultUrl | { readonly path: string };
  /** Number (from 1) or class of an element; '' where the result is the one image. */
  readonly element: string;
  /** Its place in the upload, px. */
  readonly box: Box | null;
  /** SHA-256 of the file once it is in the work folder, hex; absent in rows of earlier versions. */
  readonly hash?: string;
}

/** What the service answered; kept as `answer` of the step run until the job is done. */
export interface StepResponse {
  readonly files: readonly ResponseFile[];
  /** The body of an analysis, whole. */
  readonly analysis?: unknown;
  /** SHA-256 of the image that the next step begins with, hex. */
  readonly nextInput?: string;
}
