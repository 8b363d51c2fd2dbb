/** Carries main's changes to the lists: to rows that are shown at once, to the lists themselves when they may be others now. */
import { listen } from '../bridge.ts';
import { jobList } from './jobList.ts';
import { lookForNew, photographList } from './photographList.ts';

/** @returns what ends it. */
export function followLists(): () => void {
  return listen('changes', ({ jobs, jobsChanged, photographs, photographsChanged }) => {
    if (jobs) jobList.update(jobs);
    if (jobsChanged) jobList.touch();
    if (photographs) photographList.update(photographs);
    if (photographsChanged) lookForNew();
  });
}
