/** Commands of the light table that decide about photographs and process them, in all its views. */
import i18next from 'i18next';
import type { CommandId } from '../../../contract/app/shortcuts.ts';
import type { ClientCommand } from '../../../contract/delivery/gallery.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import type { PhotographChoice } from '../../../contract/review/list-queries.ts';
import type { DecisionChange } from '../../../contract/review/photo-decision.ts';
import { request } from '../../bridge.ts';
import type { Command, CommandsOf } from '../../commands/command.ts';
import { commandTargets } from '../../commands/commandTargets.ts';
import { formatCount } from '../../locales/format.ts';
import { notify } from '../../notifications.tsx';
import { currentData } from '../../state/data/store.ts';
import { rowOf } from '../../state/lists/pagedList.ts';
import { onlyOne, sizeOf } from '../../state/lists/selection.ts';
import { reprocess } from '../../state/processing/intake.ts';
import { moveOriginals } from '../../state/processing/originals.ts';
import { removeProofs } from '../../state/processing/proofs.ts';
import { previewRecipeOn } from '../../state/processing/recipePreview.ts';
import { openReprocess, processPicked, reviewTarget } from '../../state/processing/reprocess.ts';
import { applyClientPicks } from '../../state/review/clientPicks.ts';
import { fileAvailabilityOf, whyNoOriginal, whyNoResult } from '../../state/review/fileAvailability.ts';
import { arePanesOpen } from '../../state/review/panesStore.ts';
import { photographList, refreshAfterRemoval } from '../../state/review/photographList.ts';
import { useReviewUi } from '../../state/review/reviewUi.ts';
import { changeSettings } from '../../state/settings/settings.ts';
import { confirm } from '../../state/window/confirmDialog.ts';
import { useUi } from '../../state/window/navigation.ts';
import { canCompare, openComparingHere } from '../comparisons/comparisons.ts';
import { openCheck } from './check/marketplaceCheck.ts';
import { decidePhotographs, toggleLabel } from './decisions/photoDecisions.ts';
import { copyFiles } from './dragAndCopy.ts';
import { openExport } from './export/exportSheet.ts';
import { followLabel, toggleFollow, toggleFollowOnDisplay, useFollow } from './follow/followResults.ts';
import { openGallery } from './gallery/gallery.ts';
import { openPhotoInfo } from './info/photoInfo.ts';
import { openCompare, openSurvey } from './panes/openPanes.ts';
import { toggleStack } from './stacks.ts';

export const selection = () => useReviewUi.getState().selection;
/** Whether photographs exist. On another screen, the list may not be loaded yet. */
export const hasPhotographs = () =>
  photographList.now().count > 0 || (useUi.getState().screen !== 'review' && currentData().tally.all > 0);
export const hasTarget = () =>
  arePanesOpen() || useReviewUi.getState().isLoupe || sizeOf(selection(), photographList.now().count) > 0;

const isActiveUnprocessed = () => rowOf(photographList.now(), selection().lead?.id ?? null)?.shown === null;

const onlySelected = () => onlyOne(selection(), photographList.now());

/** Returns the result in the loupe, or of the only selected photograph. */
const targetResult = () => {
  const { isLoupe } = useReviewUi.getState();
  return (isLoupe ? commandTargets.loupe?.version : rowOf(photographList.now(), onlySelected())?.shown) ?? undefined;
};

/** Returns the photograph in the loupe, or the only selected one. */
const targetPhotograph = () => {
  if (arePanesOpen()) return undefined;
  const { isLoupe } = useReviewUi.getState();
  return (isLoupe ? selection().lead?.id : onlySelected()) ?? undefined;
};

const availability = () => fileAvailabilityOf(selection().lead?.id ?? null);
const whyNoTargetResult = () => {
  const result = targetResult();
  return result === undefined ? null : whyNoResult(result, availability());
};
const whyNoTargetOriginal = () => (targetPhotograph() === undefined ? null : whyNoOriginal(availability()));

/** Whether a decision advances to the next photograph: by setting, or while Caps Lock is on. */
const shouldAdvance = (event?: KeyboardEvent) =>
  (event?.getModifierState('CapsLock') ?? false) || currentData().settings.autoAdvance;
const decide = (change: DecisionChange): Command => ({
  run: (event) => void decidePhotographs(change, shouldAdvance(event)),
  possible: hasTarget,
});
const label = (index: number): Command => ({
  run: (event) => toggleLabel(index, shouldAdvance(event)),
  possible: hasTarget,
});
/** A command for the listed or selected photographs. */
export const onPhotographs = (run: () => unknown): Command => ({ run: () => void run(), possible: hasPhotographs });
/** Makes a command available on any screen. It opens Review. */
const fromAnywhere = (command: Command): Command => ({ ...command, opensReview: true });
export const hasClientAnswers = () => currentData().hasClientAnswers;
const withClientPicks = (command: ClientCommand): Command =>
  fromAnywhere({
    run: () => void applyClientPicks(command),
    possible: () => hasPhotographs() && hasClientAnswers(),
  });

export const reviewCommands: CommandsOf<CommandId, 'review'> = {
  'review.pick': decide({ flag: 1 }),
  'review.reject': decide({ flag: -1 }),
  'review.unflag': decide({ flag: 0 }),
  'review.stars0': decide({ stars: 0 }),
  'review.stars1': decide({ stars: 1 }),
  'review.stars2': decide({ stars: 2 }),
  'review.stars3': decide({ stars: 3 }),
  'review.stars4': decide({ stars: 4 }),
  'review.stars5': decide({ stars: 5 }),
  'review.red': label(1),
  'review.yellow': label(2),
  'review.green': label(3),
  'review.blue': label(4),
  'review.purple': label(5),
  'review.advance': { run: () => void changeSettings({ autoAdvance: !currentData().settings.autoAdvance }) },
  'review.stack': {
    run: toggleStack,
    possible: () => Boolean(rowOf(photographList.now(), selection().lead?.id ?? null)?.stack),
  },
  'review.compare': onPhotographs(openCompare),
  'review.survey': onPhotographs(openSurvey),
  'review.follow': fromAnywhere({ run: () => void toggleFollow(), label: () => i18next.t(followLabel()) }),
  'review.followSecond': fromAnywhere({
    run: () => void toggleFollowOnDisplay(),
    possible: () => useFollow.getState().display.isAvailable && useFollow.getState().mode !== 'display',
  }),
  // In the grid, other photographs can be chosen in the sheet.
  'review.export': fromAnywhere({
    ...onPhotographs(openExport),
    unavailable: () => (useReviewUi.getState().isLoupe ? whyNoTargetResult() : null),
  }),
  'review.info': fromAnywhere(onPhotographs(openPhotoInfo)),
  'review.gallery': fromAnywhere(onPhotographs(openGallery)),
  'review.check': fromAnywhere({ run: () => void openCheck() }),
  'review.with': { ...onPhotographs(() => openReprocess(reviewTarget())), unavailable: whyNoTargetOriginal },
  'review.try': {
    run: () => {
      const id = targetPhotograph();
      if (id !== undefined) void previewRecipeOn('photograph', id, targetResult()?.recipeName);
    },
    possible: () => targetPhotograph() !== undefined,
  },
  'review.services': { run: openComparingHere, possible: () => hasPhotographs() && canCompare() },
  'review.processPicked': {
    run: () => void processPicked(),
    possible: () => reviewTarget().isFirst === true,
  },
  'review.keepOnly': {
    run: () =>
      void keepOneResult(reviewTarget().on, useReviewUi.getState().isLoupe ? (targetResult()?.id ?? null) : null),
    // One photograph with one result offers no choice. For several photographs, the number is unknown.
    possible: () => hasTarget() && (rowOf(photographList.now(), targetPhotograph() ?? null)?.versions ?? 2) > 1,
  },
  'review.originals': onPhotographs(() => moveOriginals(reviewTarget().on, 'done')),
  'review.originalsBack': onPhotographs(() => moveOriginals(reviewTarget().on, 'back')),
  'review.removeProofs': {
    run: () => {
      void removeProofs(reviewTarget().on);
    },
    possible: () => hasTarget() && isActiveUnprocessed(),
  },
  'review.takeOver': withClientPicks('takeOver'),
  'review.unpickRest': withClientPicks('unpickRest'),
  'review.copy': {
    run: () => void copyFiles(),
    // Selected text is copied instead.
    possible: () => hasTarget() && (getSelection()?.isCollapsed ?? true),
    unavailable: () =>
      targetPhotograph() !== undefined && isActiveUnprocessed() ? i18next.t('queue.noResult') : whyNoTargetResult(),
  },
  'review.reveal': {
    run: () => {
      const result = targetResult();
      if (result) void request('results.reveal', { id: result.id });
    },
    possible: () => Boolean(targetResult()?.path),
    unavailable: whyNoTargetResult,
  },
  'review.again': {
    run: () => {
      const result = targetResult();
      if (result) void reprocess({ ids: [result.jobId] });
    },
    possible: () => targetResult() !== undefined,
    unavailable: whyNoTargetOriginal,
  },
};

/**
 * Keeps one result of each photograph, and moves the others to the trash after confirmation.
 * @param kept a result to keep instead of the primary one of its photograph, or null
 */
async function keepOneResult(on: PhotographChoice, kept: number | null): Promise<void> {
  const { t } = i18next;
  const reply = await request('results.others', { on, kept });
  if (!reply.ok) return;
  const counts = { count: reply.value, number: formatCount(reply.value) };
  if (reply.value === 0) return notify({ tone: 'info', text: () => t('review.keepOnly.none') });
  confirm({
    title: t('review.keepOnly.title', counts),
    text: t('review.keepOnly.text'),
    yes: t('review.keepOnly.yes'),
    no: t('actions.cancel'),
    onYes: () => void moveOthers(on, kept),
  });
}

async function moveOthers(on: PhotographChoice, kept: number | null): Promise<void> {
  const reply = await request('results.keepOnly', { on, kept });
  if (!reply.ok) return;
  const { removed, left, why } = reply.value;
  const { t } = i18next;
  const text = () =>
    [
      t('review.keepOnly.done', { count: removed, number: formatCount(removed) }),
      ...(left > 0 ? [t('review.keepOnly.left', { count: left, number: formatCount(left) })] : []),
      ...(why === null ? [] : [formatMessage(why)]),
    ].join('\n');
  notify({ tone: why === null ? 'info' : 'warning', text });
  await refreshAfterRemoval();
}
