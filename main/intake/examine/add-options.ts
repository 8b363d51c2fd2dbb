/** The options with which photographs are examined and added. */
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import type { NewBatch, NewJob, Store } from '../../store/index.ts';
import type { Depth } from './inspect-file.ts';

export interface AddPhotosOptions {
  readonly store: Pick<
    Store,
    'jobs' | 'writtenFiles' | 'results' | 'profiles' | 'settings' | 'filePlaces' | 'movedOriginals'
  >;
  readonly recipe: Recipe;
  /** A new or an existing batch. */
  readonly batch: NewBatch | { readonly batchId: number };
  /** Absolute folder for results. */
  readonly outputFolder: string;
  /** The service to use. */
  readonly profileId: string;
  /**
   * - `hand`: dropped, chosen or named in a command. Files that are no photographs are reported.
   * - `watch`: appeared in a watch folder. Other files are skipped.
   * - `scan`: found by a scan. Photographs that were tried before are skipped as well, even if they failed.
   */
  readonly from: 'hand' | 'watch' | 'scan';
  /** By default, `decode` if they come from `hand`, else `glance`. */
  readonly depth?: Depth;
  /** Whether finished photographs are processed again. */
  readonly again?: boolean;
  /** Whether results of other recipes in folders are added. */
  readonly takeResults?: boolean;
  readonly studio?: StudioIntake;
  /** Called with jobs that are new, resumed or waiting for a decision, as they are found. */
  readonly onJobs?: (jobIds: readonly number[]) => void;
  /** Called with new jobs whose photographs are not decoded yet. */
  readonly onGlance?: (jobs: readonly NewJob[]) => void;
  readonly signal?: AbortSignal;
}

/** The studio of this computer, to which photographs are offered. */
export interface StudioIntake {
  /** Adds photographs to the outbox for the studio's queue. Returns those that become jobs here. */
  offer(jobs: readonly NewJob[], known: 'go-on' | 'pass'): Promise<readonly NewJob[]>;
  /** Returns ids of the recipes behind a result that another station wrote, by its SHA-256 in hex; empty if none is known. */
  findAppliedRecipes(hash: string): Promise<ReadonlySet<string>>;
}

export const inspectionDepth = ({ depth, from }: AddPhotosOptions): Depth =>
  depth ?? (from === 'hand' ? 'decode' : 'glance');
