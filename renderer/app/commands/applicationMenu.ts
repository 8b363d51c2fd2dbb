/** The application menu: runs its commands, and reports to main which of them are possible. */
import { type EditAction, type MenuCommand, menuCommands } from '../../../contract/app/menu-commands.ts';
import type { CommandId } from '../../../contract/app/shortcuts.ts';
import { requestQuietly, subscribe } from '../../bridge.ts';
import { isDialogOpen, isTyping } from '../../commands/keyEvents.ts';
import { commands, isPossible } from '../../commands/table.ts';
import { useComparing } from '../../screens/comparisons/comparisons.ts';
import { useFollow } from '../../screens/review/follow/followResults.ts';
import { useTouch } from '../../screens/review/touchUp/touchUp.ts';
import { useLoad } from '../../state/data/store.ts';
import { usePanes } from '../../state/review/panesStore.ts';
import { photographList } from '../../state/review/photographList.ts';
import { useReviewUi } from '../../state/review/reviewUi.ts';
import { useUi } from '../../state/window/navigation.ts';
import { canRun, runCommand } from './runCommand.ts';

const editCommands: Readonly<Record<EditAction, readonly CommandId[]>> = {
  undo: ['app.undo', 'touch.undo'],
  redo: ['app.redo', 'touch.redo'],
  copy: ['review.copy'],
  selectAll: ['queue.all', 'grid.all'],
};

/** Edits the focused text, or runs the command of the screen. */
export function runEdit(action: EditAction): void {
  const isInText = isTyping(document.activeElement) || isDialogOpen();
  const id = isInText ? undefined : editCommands[action].find((each) => isPossible(each));
  if (id !== undefined) commands[id].run();
  // Do not select or edit the text of the page.
  else if (isInText || action === 'copy') document.execCommand(action);
}

/** While a dialog is open, only commands that go to a screen are possible. */
export const possibleInMenu = (): MenuCommand[] => {
  const hasDialog = isDialogOpen();
  return menuCommands.filter((id) => (!hasDialog || id.startsWith('go.')) && canRun(id));
};

const reportDelayMs = 200;
/** Closing a dialog causes no event. */
const dialogPollMs = 500;

export function followMenu(): () => void {
  let reported: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const report = () => {
    timer = isDialogOpen() ? setTimeout(report, dialogPollMs) : undefined;
    const possible = possibleInMenu();
    if (possible.join() === reported) return;
    reported = possible.join();
    void requestQuietly('app.menu', { possible });
  };
  const reportSoon = () => {
    timer ??= setTimeout(report, reportDelayMs);
  };
  const stores = [useUi, useLoad, photographList.use, useReviewUi, usePanes, useTouch, useComparing, useFollow];
  const ends = [
    subscribe('command', (id) => {
      if (possibleInMenu().includes(id)) runCommand(id);
    }),
    subscribe('edit', runEdit),
    ...stores.map((store) => store.subscribe(reportSoon)),
  ];
  document.addEventListener('focusin', reportSoon);
  report();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('focusin', reportSoon);
    for (const end of ends) end();
  };
}
