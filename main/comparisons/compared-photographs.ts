import type { AddReport } from '../../contract/app/action-reports.ts';
import type { Recipe } from '../../contract/recipes/recipe.ts';
import { type Estimate, estimateNew } from '../../contract/services/costs.ts';
import { balanceOf, canCharge } from '../../contract/services/profile.ts';
import { type ComparisonEstimate, maxCompared } from '../../contract/services/service-comparison.ts';
import type { AddPhotosOptions } from '../intake/examine/add-options.ts';
import { locateSource } from '../intake/locate-source.ts';
import { mergeReports } from '../intake/merge-reports.ts';
import type { FoundFile, RejectedPath } from '../intake/paths/found-file.ts';
import type { Services } from '../service/services.ts';
import { type NewBatch, pickEvenly, type ReprocessSource, type Store } from '../store/index.ts';

export interface CompareOptions {
  readonly store: Pick<Store, 'availability'>;
  readonly batch: NewBatch;
  /** Adds one photograph at the first (0) or second service. */
  readonly take: (
    file: FoundFile | RejectedPath,
    source: ReprocessSource,
    service: 0 | 1,
    batch: AddPhotosOptions['batch'],
    onJobs: (ids: readonly number[]) => void,
  ) => Promise<AddReport>;
  /** Whether a job is at a service. Started jobs do not move. */
  readonly isAt: (jobId: number, service: 0 | 1) => boolean;
  readonly onProgress: (count: number) => void;
  readonly signal: AbortSignal;
}

export interface ComparisonJobs {
  readonly report: AddReport;
  /** Job ids of each photograph at both services. */
  readonly pairs: readonly (readonly [number, number])[];
}

/**
 * Adds photographs at two services, all in one batch, or finds their existing jobs. Leaves out those that cannot be added
 * at both, or remain after a cancellation.
 */
export async function addForComparison(
  sources: readonly ReprocessSource[],
  options: CompareOptions,
): Promise<ComparisonJobs> {
  const { take, isAt, onProgress, signal } = options;
  let batchId: number | null = null;
  const reports: AddReport[] = [];
  const pairs: [number, number][] = [];
  const addAt = async (source: ReprocessSource, service: 0 | 1): Promise<number | null> => {
    const ids: number[] = [];
    const file = await locateSource(source, options.store);
    const batch = batchId === null ? options.batch : { batchId };
    const report = await take(file, source, service, batch, (found) => ids.push(...found));
    batchId ??= report.batchId;
    reports.push(report);
    if (report.refused.length > 0) return null;
    const id = ids[0] ?? report.finishedBefore[0];
    return id !== undefined && isAt(id, service) ? id : null;
  };
  for (const source of sources) {
    if (signal.aborted) break;
    const first = await addAt(source, 0);
    const second = first === null ? null : await addAt(source, 1);
    if (first !== null && second !== null) pairs.push([first, second]);
    onProgress(reports.length);
  }
  return { report: mergeReports(reports, batchId), pairs };
}

interface EstimateContext {
  readonly store: Pick<Store, 'comparisons' | 'profiles'>;
  readonly services: Pick<Services, 'credits'>;
}

/** Estimates a comparison. Photographs with a finished result of a service are not sent to it again. */
export function estimateComparison(
  sources: readonly ReprocessSource[],
  recipe: Recipe,
  profileIds: readonly [string, string],
  { store, services }: EstimateContext,
): ComparisonEstimate {
  const paths = chooseForComparison(sources).map(({ path }) => path);
  const operations = recipe.steps.map(({ operation }) => operation);
  const estimates = profileIds.flatMap((id): Estimate[] => {
    const profile = store.profiles.get(id);
    if (profile === null || !canCharge(profile)) return [];
    const finished = store.comparisons.countFinished(paths, recipe, id);
    const balance = balanceOf(services.credits(id));
    const estimate = estimateNew(operations, paths.length - finished, profile, balance);
    return [{ ...estimate, paid: finished * operations.length }];
  });
  return { photographs: new Set(sources.map(({ path }) => path)).size, estimates };
}

/** Returns at most `maxCompared` photographs, each once, evenly chosen by orientation and size. */
export function chooseForComparison(sources: readonly ReprocessSource[]): ReprocessSource[] {
  const each = [...new Map(sources.map((source) => [source.path, source])).values()];
  if (each.length <= maxCompared) return each;
  const sortedByShape = each.toSorted(
    (a, b) => Number(a.width > a.height) - Number(b.width > b.height) || a.width * a.height - b.width * b.height,
  );
  return pickEvenly(sortedByShape, maxCompared);
}
