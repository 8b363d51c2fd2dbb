import type { ExportPreset } from '../delivery/export-presets.ts';
import type { OutputTrouble, WatchFolder, WatchFolderStatus } from '../intake/watch-folder.ts';
import type { Batch, JobEvent, JobSummary, StepRun, UncertainGroup } from '../jobs/job.ts';
import type { ResultView } from '../jobs/result.ts';
import type { Message } from '../messages/message.ts';
import type { OperationId } from '../operations/operation-spec.ts';
import type { OwnPreset } from '../recipes/custom-presets.ts';
import type { Recipe } from '../recipes/recipe.ts';
import type { JobTally, PhotographView } from '../review/list-queries.ts';
import type { GraphicsStatus } from '../services/graphics.ts';
import type { NetworkStatus, NetworkUse } from '../services/networks.ts';
import type { Profile, ProfileStatus } from '../services/profile.ts';
import type { StationStatus } from '../studio/studio-status.ts';
import type { Settings } from './settings.ts';

export interface JobDetail {
  readonly job: JobSummary;
  readonly recipe: Recipe;
  readonly events: readonly JobEvent[];
  readonly steps: readonly StepRun[];
  readonly results: readonly ResultView[];
  readonly outputFolder: string;
}

export interface EngineStatus {
  readonly condition: 'starting' | 'ready' | 'stopped' | 'failed';
  readonly message: Message | null;
  readonly models: readonly { readonly name: string; readonly loaded: boolean }[];
  readonly memoryBytes: number | null;
  /** Network for things and products; null while unknown. */
  readonly use: NetworkUse | null;
  readonly networks: readonly NetworkStatus[];
  /** Null if the graphics card is off. */
  readonly graphics: GraphicsStatus | null;
}

export interface Throughput {
  readonly perMinute: number;
  /** Null if unknown. */
  readonly msEach: number | null;
  readonly total: number;
  readonly finished: number;
}

/** State of all screens, without rows of lists. */
export interface Snapshot {
  readonly tally: JobTally;
  /** Open jobs, neither held nor waiting for a folder or a price. */
  readonly openByService: readonly { readonly profileId: string; readonly count: number }[];
  readonly onHold: number;
  /** Jobs whose output folder takes no results. */
  readonly waitForFolder: readonly { readonly folder: string; readonly count: number }[];
  /** Jobs held by a spending limit without a known price. */
  readonly waitForPrice: readonly {
    readonly profileId: string;
    readonly operation: OperationId;
    readonly count: number;
  }[];
  readonly batches: readonly Batch[];
  readonly recipes: readonly Recipe[];
  readonly folders: readonly WatchFolder[];
  readonly folderStatus: readonly WatchFolderStatus[];
  readonly outputTroubles: readonly OutputTrouble[];
  readonly profiles: readonly Profile[];
  readonly profileStatus: readonly ProfileStatus[];
  readonly presets: readonly OwnPreset[];
  readonly exportPresets: readonly ExportPreset[];
  /** Whether a client has answered a gallery. */
  readonly hasClientAnswers: boolean;
  readonly settings: Settings;
  readonly engine: EngineStatus;
  readonly throughput: Throughput;
  readonly power: { readonly pausedOnBattery: boolean };
  /** Null without a studio. */
  readonly studio: StationStatus | null;
  /** Over all jobs, not only listed ones. */
  readonly undecided: readonly UncertainGroup[];
  readonly about: {
    readonly version: string;
    readonly platform: string;
    readonly dataFolder: string;
    readonly keyStore: boolean;
    /** PostgreSQL refuses to run as root. */
    readonly isRoot: boolean;
    /** BCP 47, most preferred first. */
    readonly languages: readonly string[];
  };
}

/** Absent properties did not change. */
export interface Changes extends Partial<Omit<Snapshot, 'about'>> {
  /** Changed visible rows. */
  readonly jobs?: readonly JobSummary[];
  /** Whether lists may be outdated. */
  readonly jobsChanged?: boolean;
  readonly photographs?: readonly PhotographView[];
  readonly photographsChanged?: boolean;
}

export interface Notice {
  readonly tone: 'info' | 'success' | 'warning' | 'error';
  readonly text: Message;
}
