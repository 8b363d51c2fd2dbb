/** What a result is called on the screen. Pure. */
import type { JobSummary } from '../../../preload/contract/job.ts';
import { operations } from '../../../preload/contract/operations/table.ts';
import type { ResultView } from '../../../preload/contract/result.ts';
import { baseName } from '../../locales/format.ts';

/** The photograph's name, else the result's file name, else what was done. */
export function resultName(result: ResultView, job: Pick<JobSummary, 'name'> | undefined): string {
  return job?.name ?? (result.path === null ? operations[result.operation].title : baseName(result.path));
}
