import { notifications, notificationsStore } from '@mantine/notifications';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import '../../../../../renderer/locales/setup.ts';
import type { TouchUpEdit } from '../../../../../contract/touch-up/touch-up.ts';
import type { Reply } from '../../../../../preload/channels.ts';
import {
  addStroke,
  cancelTouch,
  closeTouch,
  isSavingTouch,
  openTouch,
  saveTouch,
  startStroke,
  unsavedTouchUps,
  useTouch,
} from '../../../../../renderer/screens/review/touchUp/touchUp.ts';
import { showVersion, useReviewUi } from '../../../../../renderer/state/review/reviewUi.ts';
import { stubBridge } from '../../../../helpers/window/photograph-lists.ts';

type Saved = Reply<{ readonly id: number; readonly name: string }>;
/** A fake main process that saves on the test's command. */
let calls: string[];
let sent: TouchUpEdit[];
let answer: (reply: Saved) => void;
const stroke = { mode: 'erase', radius: 5, softness: 0, edgeAware: false, points: [[10, 10]] } as const;
const made = { ...stroke, points: [[10, 10]] as [number, number][] };
const picture = { width: 1, height: 1, pixels: new Uint8Array(4) };
const notificationTexts = () =>
  notificationsStore.getState().notifications.map(({ message }) => renderToStaticMarkup(message));

beforeEach(() => {
  calls = [];
  sent = [];
  const touch = {
    open: async ({ id }: { id: number }) => {
      const opened = { id, ownId: 1, by: 'brush', ground: 'clear', touch: null, scale: 1, left: 0, top: 0 };
      return { ok: true, value: { ...opened, photograph: picture, result: picture } };
    },
    save: ({ touch: how }: { touch: TouchUpEdit }) => {
      sent.push(how);
      return new Promise<Saved>((resolve) => {
        answer = resolve;
      });
    },
    callOff: async () => void calls.push('callOff'),
    close: async () => void calls.push('close'),
  };
  stubBridge({ touch });
  notifications.clean();
});
afterEach(() => {
  closeTouch(true);
});

/** Paints on result 7, and starts to save it. */
async function startSaving(): Promise<{ readonly saved: Promise<unknown> }> {
  await openTouch(7);
  addStroke(made);
  return { saved: saveTouch() };
}

it('stays at the version that is being touched up, whatever results arrive', async () => {
  showVersion(null);
  await openTouch(7);
  expect(useReviewUi.getState().versionId).toBe(7);
});

it('continues saving when the loupe moves on, and reports the outcome', async () => {
  const { saved } = await startSaving();
  closeTouch();
  showVersion(9);
  await openTouch(9);
  expect([isSavingTouch(), calls, unsavedTouchUps()]).toEqual([true, ['close'], 0]);
  answer({ ok: true, value: { id: 8, name: 'a touched.png' } });
  await saved;
  expect(notificationTexts()).toEqual(['Saved as “a touched.png”.']);
  // The current version stays open.
  expect([useTouch.getState().id, useReviewUi.getState().versionId, isSavingTouch()]).toEqual([9, 9, false]);
});

it('keeps strokes whose save failed in the background, and explains why', async () => {
  const { saved } = await startSaving();
  closeTouch();
  answer({ ok: false, message: 'The disk is full.' });
  await saved;
  expect(notificationTexts()[0]).toContain('The disk is full.');
  expect(unsavedTouchUps()).toBe(1);
  await openTouch(7);
  expect(useTouch.getState().strokes).toEqual([made]);
});

it('cancels a save on Cancel, and keeps the strokes', async () => {
  const { saved } = await startSaving();
  cancelTouch();
  answer({ ok: false, message: 'Ended.' });
  await saved;
  expect([calls, notificationTexts(), useTouch.getState().phase, unsavedTouchUps()]).toEqual([
    ['callOff'],
    [],
    'ready',
    1,
  ]);
});

it('ends the current stroke before it saves, asks or moves on', async () => {
  const beginStroke = () => startStroke(() => void addStroke(made));
  await openTouch(7);
  beginStroke();
  const saving = saveTouch();
  expect(sent).toEqual([{ by: 'brush', strokes: [made] }]);
  answer({ ok: true, value: { id: 8, name: 'a touched.png' } });
  await saving;
  await openTouch(7);
  beginStroke();
  closeTouch();
  expect(unsavedTouchUps()).toBe(1);
});

it('counts unsaved strokes, including those of other results, but not of a result that is being reopened', async () => {
  await openTouch(7);
  addStroke(made);
  closeTouch();
  await openTouch(9);
  addStroke(made);
  expect(unsavedTouchUps()).toBe(2);
  closeTouch(true);
  const opening = openTouch(7);
  closeTouch();
  await opening;
  expect(unsavedTouchUps()).toBe(1);
  await openTouch(7);
});
