/** What the user is told about start and end: why Burnish cannot start or has to end, or that the database was repaired first. */
import { dialog } from 'electron';
import { inWords } from '../../contract/in-words.ts';
import { type Message, SaidError, say } from '../../contract/sentence.ts';
import { type Rescue, rescueSentence } from '../store/index.ts';

export function showStartFailure(fault: unknown): void {
  const { message } = fault instanceof Error ? fault : { message: String(fault) };
  const reason = fault instanceof SaidError ? fault.sentence : say('desktop.start.fault', { message });
  dialog.showErrorBox(inWords(say('desktop.start.failed')), inWords(reason));
}

/** Says what was saved; nothing waits for the answer. */
export function showRescue(rescue: Rescue): void {
  const title = inWords(say('desktop.start.repaired'));
  void dialog.showMessageBox({
    type: 'warning',
    title,
    message: title,
    detail: inWords(rescueSentence(rescue)),
    buttons: [inWords(say('desktop.ok'))],
  });
}

/** Waits until it was read: what ends is not to vanish without a word. */
export function showEnd(sentence: Message): void {
  dialog.showErrorBox(inWords(say('desktop.end')), inWords(sentence));
}
