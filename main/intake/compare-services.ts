/** Photographs that are here taken in with one recipe at two services, so that their results can be compared. */

import type { AddReport } from '../../contract/app/action-reports.ts';
import { maxCompared } from '../../contract/services/service-comparison.ts';
import { type NewBatch, pickEvenly, type ReprocessSource, type Store } from '../store/index.ts';
import type { FoundFile, RejectedPath } from './examine-file.ts';
import { locateSource } from './locate-source.ts';
import { mergeReports } from './merge-reports.ts';

export interface CompareOptions {
  readonly store: Pick<Store, 'availability'>;
  readonly batch: NewBatch;
  /** Takes one photograph in at the first (0) or second service; `onJobs` is told of its job. */
  readonly take: (
    file: FoundFile | RejectedPath,
    source: ReprocessSource,
    service: 0 | 1,
    batch: NewBatch | { readonly batchId: number },
    onJobs: (ids: readonly number[]) => void,
  ) => Promise<AddReport>;
  /** True where a job is done at that service: one that has begun at another one goes on there. */
  readonly isAt: (jobId: number, service: 0 | 1) => boolean;
  readonly onProgress: (count: number) => void;
  readonly signal: AbortSignal;
}

export interface ComparisonJobs {
  readonly report: AddReport;
  /** Jobs of each photograph, at the first and at the second service. */
  readonly pairs: readonly (readonly [number, number])[];
}

/**
 * Makes one batch of both. What is there already of the same photograph, recipe and service is used. One that cannot be taken in at
 * both is left out; stopped, those that were taken in by then are compared.
 */
export async function addForComparison(
  sources: readonly ReprocessSource[],
  options: CompareOptions,
): Promise<ComparisonJobs> {
  const { take, isAt, onProgress, signal } = options;
  let batchId: number | null = null;
  const reports: AddReport[] = [];
  const pairs: [number, number][] = [];
  const takeAt = async (source: ReprocessSource, service: 0 | 1): Promise<number | null> => {
    const ids: number[] = [];
    const file = await locateSource(source, options.store);
    const batch = batchId === null ? options.batch : { batchId };
    const report = await take(file, source, service, batch, (found) => ids.push(...found));
    batchId ??= report.batchId;
    reports.push(report);
    // One that cannot be read says nothing of a service.
    if (report.refused.length > 0) return null;
    const id = ids[0] ?? report.finishedBefore[0];
    return id !== undefined && isAt(id, service) ? id : null;
  };
  for (const source of sources) {
    if (signal.aborted) break;
    const first = await takeAt(source, 0);
    const second = first === null ? null : await takeAt(source, 1);
    if (first !== null && second !== null) pairs.push([first, second]);
    onProgress(reports.length);
  }
  return { report: mergeReports(reports, batchId), pairs };
}

/** Each photograph once, and of more than can be compared such as differ: upright and across, small and large, early and late. */
export function chooseForComparison(sources: readonly ReprocessSource[]): ReprocessSource[] {
  const each = [...new Map(sources.map((source) => [source.path, source])).values()];
  if (each.length <= maxCompared) return each;
  const sortedByShape = each.toSorted(
    (a, b) => Number(a.width > a.height) - Number(b.width > b.height) || a.width * a.height - b.width * b.height,
  );
  return pickEvenly(sortedByShape, maxCompared);
}
