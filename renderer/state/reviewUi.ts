/** Where the light table stands: the batch, the result in the loupe, tile size, and what is behind cutouts. */
import { create } from 'zustand';
import { currentData } from './store.ts';
import { goTo } from './ui.ts';

export const backdrops = ['checker', 'white', 'black', 'grey'] as const;
export type Backdrop = (typeof backdrops)[number];

interface ReviewUi {
  /** null = all batches. */
  readonly batchId: number | null;
  /** The result in the loupe; null = the grid. */
  readonly resultId: number | null;
  /** Opens the loupe at the first result of this job as soon as the results are there. */
  readonly jobWanted: number | null;
  /** Side of a tile in px. */
  readonly tile: number;
  readonly backdrop: Backdrop;
}

export const useReviewUi = create<ReviewUi>(() => ({
  batchId: null,
  resultId: null,
  jobWanted: null,
  tile: 176,
  backdrop: 'checker',
}));

export const openBatch = (batchId: number | null) => useReviewUi.setState({ batchId, resultId: null, jobWanted: null });
export const openResult = (resultId: number | null) => useReviewUi.setState({ resultId, jobWanted: null });
export const setTile = (tile: number) => useReviewUi.setState({ tile });
export const setBackdrop = (backdrop: Backdrop) => useReviewUi.setState({ backdrop });

export function nextBackdrop(): void {
  const at = backdrops.indexOf(useReviewUi.getState().backdrop);
  setBackdrop(backdrops[(at + 1) % backdrops.length] ?? 'checker');
}

/** Shows the results of a job in the loupe. */
export function openReviewOfJob(jobId: number): void {
  const job = currentData().jobs.get(jobId);
  if (!job) return;
  useReviewUi.setState({ batchId: job.batchId, resultId: null, jobWanted: jobId });
  goTo('review');
}
