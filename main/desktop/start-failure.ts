/** What the user sees when the app cannot start: one sentence, and where the log is. */
import { dialog } from 'electron';
import { DatabaseDamaged, DatabaseTooNew } from '../store/index.ts';

export function showStartFailure(fault: unknown): void {
  const known = fault instanceof DatabaseDamaged || fault instanceof DatabaseTooNew;
  dialog.showErrorBox(
    'Burnish cannot start',
    known
      ? fault.message
      : `Something went wrong while starting: ${fault instanceof Error ? fault.message : String(fault)}`,
  );
}
