/** What the user is told about start and end: why Burnish cannot start or has to end, or that the database was repaired first. */

import { dialog } from 'electron';
import type { Message } from '../../preload/contract/sentence.ts';
import { inWords } from '../../preload/in-words.ts';
import {
  DatabaseDamaged,
  DatabaseTooNew,
  DataReadOnly,
  NoRoomForData,
  type Rescue,
  rescueSentence,
} from '../store/index.ts';

export function showStartFailure(fault: unknown): void {
  const { message } = fault instanceof Error ? fault : { message: String(fault) };
  const isKnown = [DatabaseDamaged, DatabaseTooNew, DataReadOnly, NoRoomForData].some((kind) => fault instanceof kind);
  dialog.showErrorBox('Burnish cannot start', isKnown ? message : `Something went wrong while starting: ${message}`);
}

/** Says what was saved; nothing waits for the answer. */
export function showRescue(rescue: Rescue): void {
  const title = 'The database has been repaired';
  void dialog.showMessageBox({
    type: 'warning',
    title,
    message: title,
    detail: rescueSentence(rescue),
    buttons: ['OK'],
  });
}

/** Waits until it was read: what ends is not to vanish without a word. */
export function showEnd(sentence: Message): void {
  dialog.showErrorBox('Burnish has to end', inWords(sentence));
}
