import i18next from 'i18next';
import type { CommandId } from '../../../contract/app/shortcuts.ts';
import type { JobSummary } from '../../../contract/jobs/job.ts';
import type { JobFilter, JobSort } from '../../../contract/review/list-queries.ts';
import { request } from '../../bridge.ts';
import type { Command, CommandsOf } from '../../commands/command.ts';
import { commandTargets } from '../../commands/commandTargets.ts';
import { missingShareOf } from '../../state/data/sharePaths.ts';
import { rowOf } from '../../state/lists/pagedList.ts';
import { emptySelection, isSelected, onlyOne, selectAll, sizeOf } from '../../state/lists/selection.ts';
import { previewRecipeOn } from '../../state/processing/recipePreview.ts';
import { jobList } from '../../state/queue/jobList.ts';
import { setFilter, setSelection, setSort, useQueueUi } from '../../state/queue/queueUi.ts';
import { canCompare, openComparingHere } from '../comparisons/comparisons.ts';
import { allows, type JobAction } from './jobActions.ts';
import { decideSelected, doWithJob, doWithSelected } from './jobCommands.ts';

const selection = () => useQueueUi.getState().selection;
const activeJob = () => rowOf(jobList.now(), selection().lead?.id ?? null);
const onlySelectedJob = () => rowOf(jobList.now(), onlyOne(selection(), jobList.now()));

/** Whether a selected job passes the test. Rows not read yet are unknown. */
const hasSelected = (isAllowed: (job: JobSummary) => boolean) => (): boolean =>
  [...jobList.now().rows.values()].some((job) => isSelected(selection(), job.id) && isAllowed(job));

const action = (name: Exclude<JobAction, 'decide' | 'review'>): Command => ({
  run: () => void doWithSelected(name),
  possible: hasSelected((job) => allows(job, name)),
});
const show = (filter: JobFilter): Command => ({
  run: () => setFilter(filter),
  possible: () => useQueueUi.getState().filter !== filter,
});
const sort = (sortKey: JobSort): Command => ({
  run: () => setSort(sortKey),
  possible: () => useQueueUi.getState().sort !== sortKey,
});

export const queueCommands: CommandsOf<CommandId, 'queue'> = {
  'queue.search': { run: () => commandTargets.search?.(), possible: () => commandTargets.search !== undefined },
  'queue.all': { run: () => setSelection(selectAll(selection())), possible: () => jobList.now().count > 0 },
  'queue.clear': { run: () => setSelection(emptySelection), possible: hasSelected(() => true) },
  'queue.review': {
    run: () => {
      const job = activeJob();
      if (job) doWithJob('review', job);
    },
    possible: () => activeJob() !== undefined,
    unavailable: () => {
      const job = activeJob();
      return job === undefined || allows(job, 'review') ? null : i18next.t('queue.noResult');
    },
  },
  'queue.retry': action('retry'),
  'queue.again': action('again'),
  'queue.with': action('with'),
  'queue.try': {
    run: () => {
      const job = onlySelectedJob();
      if (job) void previewRecipeOn('job', job.id, job.recipeName);
    },
    possible: () => onlySelectedJob() !== undefined,
  },
  'queue.originals': action('originals'),
  'queue.hold': action('hold'),
  'queue.resume': action('resume'),
  'queue.first': action('first'),
  'queue.last': action('last'),
  'queue.cancel': action('cancel'),
  'queue.services': {
    run: openComparingHere,
    possible: () => sizeOf(selection(), jobList.now().count) > 0 && canCompare(),
  },
  'queue.remove': action('remove'),
  'queue.sendAgain': {
    run: () => void decideSelected('send-again'),
    possible: hasSelected((job) => allows(job, 'decide')),
  },
  'queue.giveUp': { run: () => void decideSelected('give-up'), possible: hasSelected((job) => allows(job, 'decide')) },
  'queue.reveal': {
    run: () => {
      const job = onlySelectedJob();
      if (job) void request('jobs.revealSource', { id: job.id });
    },
    possible: () => {
      const job = onlySelectedJob();
      return job !== undefined && missingShareOf(job.sourcePath) === null;
    },
  },
  'queue.showAll': show('all'),
  'queue.showQueued': show('queued'),
  'queue.showRunning': show('running'),
  'queue.showDone': show('done'),
  'queue.showFailed': show('failed'),
  'queue.showUncertain': show('uncertain'),
  'queue.showCancelled': show('cancelled'),
  'queue.sortActivity': sort('activity'),
  'queue.sortOrder': sort('order'),
  'queue.sortName': sort('name'),
  'queue.sortRecipe': sort('recipe'),
  'queue.sortSize': sort('size'),
  'queue.sortAdded': sort('added'),
};
