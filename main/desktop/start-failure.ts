/** What the user is told about the start: why it cannot be, or that the database had to be repaired first. */
import { dialog } from 'electron';
import { DatabaseDamaged, DatabaseTooNew, type Rescue, rescueSentence } from '../store/index.ts';

export function showStartFailure(fault: unknown): void {
  const known = fault instanceof DatabaseDamaged || fault instanceof DatabaseTooNew;
  dialog.showErrorBox(
    'Burnish cannot start',
    known
      ? fault.message
      : `Something went wrong while starting: ${fault instanceof Error ? fault.message : String(fault)}`,
  );
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
