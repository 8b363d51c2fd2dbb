/** What the user is told about start and end: why Burnish cannot start or has to end, or that the database was repaired first. */
import { dialog } from 'electron';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { type Message, msg, UserFacingError } from '../../../contract/messages/message.ts';
import { type RepairReport, repairMessage } from '../../store/index.ts';

export function showStartFailure(fault: unknown): void {
  const { message } = fault instanceof Error ? fault : { message: String(fault) };
  const reason = fault instanceof UserFacingError ? fault.sentence : msg('desktop.start.fault', { message });
  dialog.showErrorBox(formatMessage(msg('desktop.start.failed')), formatMessage(reason));
}

/** Says what was saved; nothing waits for the answer. */
export function showRepairReport(rescue: RepairReport): void {
  const title = formatMessage(msg('desktop.start.repaired'));
  void dialog.showMessageBox({
    type: 'warning',
    title,
    message: title,
    detail: formatMessage(repairMessage(rescue)),
    buttons: [formatMessage(msg('desktop.ok'))],
  });
}

/** Waits until it was read: what ends is not to vanish without a word. */
export function showFatalError(sentence: Message): void {
  dialog.showErrorBox(formatMessage(msg('desktop.end')), formatMessage(sentence));
}
