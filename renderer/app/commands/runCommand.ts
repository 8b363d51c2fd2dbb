/** Runs commands for the palette and the application menu, which include some of Review on other screens. */
import type { CommandId } from '../../../contract/app/shortcuts.ts';
import { commands, isPossible, isReachable, whyUnavailable } from '../../commands/table.ts';
import { notify } from '../../notifications.tsx';
import { photographList } from '../../state/review/photographList.ts';
import { goTo, useUi } from '../../state/window/navigation.ts';

export const canRun = (id: CommandId): boolean => isPossible(id) || isReachable(id);

function whenListed(): Promise<void> {
  if (photographList.now().phase !== 'loading') return photographList.settled();
  return new Promise((resolve) => {
    const stop = photographList.use.subscribe(({ phase, isCounted }) => {
      if (phase !== 'failed' && !isCounted) return;
      stop();
      resolve();
    });
  });
}

async function runInReview(id: CommandId): Promise<void> {
  await whenListed();
  if (useUi.getState().screen !== 'review') return;
  const reason = whyUnavailable(id);
  if (isPossible(id)) commands[id].run();
  else if (reason !== null) notify({ tone: 'info', text: () => reason }, { about: 'unavailable' });
}

export function runCommand(id: CommandId): void {
  if (isPossible(id)) commands[id].run();
  else if (isReachable(id)) goTo('review', null, () => void runInReview(id));
}
