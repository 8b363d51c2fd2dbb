import type { Settings } from '../../../contract/app/settings.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import type { NewBatch, NewJob, Store } from '../../store/index.ts';
import type { Depth } from './inspect-file.ts';
import type { SidecarNames } from './sidecar-names.ts';

export interface AddPhotosOptions {
  readonly store: Pick<
    Store,
    'jobs' | 'writtenFiles' | 'results' | 'profiles' | 'settings' | 'filePlaces' | 'movedOriginals'
  >;
  readonly recipe: Recipe;
  readonly batch: NewBatch | { readonly batchId: number };
  /** Absolute. */
  readonly outputFolder: string;
  readonly profileId: string;
  /**
   * - `hand`: named by the user; files that are no photographs are reported
   * - `watch`: arrived in a watch folder; such files are skipped
   * - `scan`: found in a watch folder; photographs tried before are skipped, too
   */
  readonly from: 'hand' | 'watch' | 'scan';
  /** By default, `decode` for `hand`, else `glance`. */
  readonly depth?: Depth;
  /** Whether to process finished photographs again. */
  readonly again?: boolean;
  /** Whether to add results of other recipes in folders. */
  readonly takeResults?: boolean;
  readonly studio?: StudioIntake;
  readonly onJobs?: (jobIds: readonly number[]) => void;
  /** Receives jobs whose photographs are not decoded yet. */
  readonly onGlance?: (jobs: readonly NewJob[]) => void;
  readonly signal?: AbortSignal;
}

export interface StudioIntake {
  /** Sends photographs to the studio's queue. Returns those that become jobs here. */
  offer(jobs: readonly NewJob[], known: 'go-on' | 'pass'): Promise<readonly NewJob[]>;
  /** Returns ids of the recipes behind another station's result, by its SHA-256 (hex). */
  findAppliedRecipes(hash: string): Promise<ReadonlySet<string>>;
}

/** With facts that hold for all files added together. */
export interface ExamineOptions extends AddPhotosOptions {
  readonly settings: Settings;
  /** Resolves the links of `outputFolder`. */
  readonly realOutputFolder: () => Promise<string>;
  readonly sidecars: SidecarNames;
}

export const inspectionDepth = ({ depth, from }: AddPhotosOptions): Depth =>
  depth ?? (from === 'hand' ? 'decode' : 'glance');
