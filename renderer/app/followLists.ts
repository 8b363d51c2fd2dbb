/** Carries main's changes to the lists: to rows that are shown at once, to the lists themselves when they may be others now. */
import { subscribe } from '../bridge.ts';
import { jobList } from '../state/queue/jobList.ts';
import { followChanges, photographList } from '../state/review/photographList.ts';
import { useUi } from '../state/window/navigation.ts';

/** A list that is not on the screen is not read again: its screen opens it anew. @returns what ends it. */
export function followLists(): () => void {
  return subscribe('changes', ({ jobs, jobsChanged, photographs, photographsChanged }) => {
    if (jobs) jobList.update(jobs);
    const { screen } = useUi.getState();
    if (jobsChanged && screen === 'queue') jobList.touch();
    if (photographs) photographList.update(photographs);
    if (photographsChanged && screen === 'review') followChanges();
  });
}
