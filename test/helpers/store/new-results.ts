/** Results of jobs, without their files. */
import type { Job, NewResult } from '../../../main/store/index.ts';

type Image = Extract<NewResult, { kind: 'image' }>;
type Analysis = Extract<NewResult, { kind: 'analysis' }>;

/** A picture as result of the job's first step. */
export const imageOf = ({ id, batchId, operation }: Job, more: Partial<Image> = {}): Image => ({
  ...{ jobId: id, batchId, step: 0, operation, kind: 'image', element: null, path: '/out/a.png' },
  ...{ width: 30, height: 20, bytes: 9, box: null },
  ...more,
});

/** An analysis as result of the job's first step. */
export const analysisOf = ({ id, batchId, operation }: Job, more: Partial<Analysis> = {}): Analysis => ({
  ...{ jobId: id, batchId, step: 0, operation, kind: 'analysis', raw: {}, body: null, width: 60, height: 40 },
  ...more,
});
