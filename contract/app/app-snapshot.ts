/** What the screens show of the main process, at one moment, and what changed since. */

import type { ExportPreset } from '../delivery/export-presets.ts';
import type { OutputTrouble, WatchFolder, WatchFolderStatus } from '../intake/watch-folder.ts';
import type { Batch, JobEvent, JobSummary, StepRun, UncertainGroup } from '../jobs/job.ts';
import type { ResultView } from '../jobs/result.ts';
import type { Message } from '../messages/message.ts';
import type { OwnPreset } from '../recipes/custom-presets.ts';
import type { Recipe } from '../recipes/recipe.ts';
import type { JobTally, PhotographView } from '../review/list-queries.ts';
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
  /** Which network it would use now for things and products; null while it has not said. */
  readonly use: NetworkUse | null;
  readonly networks: readonly NetworkStatus[];
}

/** Jobs per minute and time left, over the jobs that finished lately. */
export interface Throughput {
  readonly perMinute: number;
  /** At that speed; null where it cannot be told. */
  readonly msEach: number | null;
  readonly total: number;
  readonly finished: number;
}

/** Everything the screens show, at one moment, but for the rows of lists. */
export interface Snapshot {
  /** How many jobs are at what, over all of the list. */
  readonly tally: JobTally;
  /** How many wait or are at work, by service, without those that are held back, or wait for a folder. */
  readonly openByService: readonly { readonly profileId: string; readonly count: number }[];
  /** How many wait since they, or their batches, are paused. */
  readonly onHold: number;
  /** How many wait, unsent or finished, since the folder their results go to takes none. */
  readonly waitForFolder: readonly { readonly folder: string; readonly count: number }[];
  readonly batches: readonly Batch[];
  readonly recipes: readonly Recipe[];
  readonly folders: readonly WatchFolder[];
  readonly folderStatus: readonly WatchFolderStatus[];
  readonly outputTroubles: readonly OutputTrouble[];
  readonly profiles: readonly Profile[];
  readonly profileStatus: readonly ProfileStatus[];
  /** The user's own, beside the built-in ones. */
  readonly presets: readonly OwnPreset[];
  readonly exportPresets: readonly ExportPreset[];
  readonly settings: Settings;
  readonly engine: EngineStatus;
  readonly throughput: Throughput;
  /** `pausedOnBattery`: new work waits for the mains. */
  readonly power: { readonly pausedOnBattery: boolean };
  /** Null on a computer that is in no studio. */
  readonly studio: StationStatus | null;
  /** What waits for the user's decision, by cause; over all jobs, not only those that are listed. */
  readonly undecided: readonly UncertainGroup[];
  readonly about: {
    readonly version: string;
    readonly platform: string;
    readonly dataFolder: string;
    readonly keyStore: boolean;
    /** The system's, as BCP 47 has them, the user's first one first. */
    readonly languages: readonly string[];
  };
}

/** What changed since the last event; an absent part did not change. */
export interface Changes extends Partial<Omit<Snapshot, 'about'>> {
  /** Of the jobs that the window shows, those that changed. */
  readonly jobs?: readonly JobSummary[];
  /** Some job changed, came or went: lists may be others now. */
  readonly jobsChanged?: boolean;
  /** Of the photographs that the window shows, those that changed. */
  readonly photographs?: readonly PhotographView[];
  /** Results came or went, or decisions changed. */
  readonly photographsChanged?: boolean;
}

/** A short message for the corner of the window. */
export interface Notice {
  readonly tone: 'info' | 'success' | 'warning' | 'error';
  readonly text: Message;
}
