/** Commands of judging two results side by side. */

import type { CommandId } from '../../contract/app/shortcuts.ts';
import type { Verdict } from '../../contract/services/service-comparison.ts';
import { closeJudging, goToPair, pairNow, recordVerdict, showOriginal, useComparing } from '../state/comparisons.ts';
import type { Command, CommandsOf } from './command.ts';

const verdict = (value: Verdict): Command => ({
  run: () => void recordVerdict(value),
  possible: () => pairNow() !== null,
});

/** The photograph in the place of its results and back; where the key is held, only for so long. */
function originalWhile(): () => void {
  const before = useComparing.getState().judging?.showsOriginal ?? false;
  showOriginal(!before);
  return () => showOriginal(before);
}

export const judgingCommands: CommandsOf<CommandId, 'judging'> = {
  'judging.left': verdict('left'),
  'judging.right': verdict('right'),
  'judging.both': verdict('both'),
  'judging.neither': verdict('neither'),
  'judging.original': { run: originalWhile, possible: () => pairNow() !== null },
  'judging.previous': { run: () => goToPair(-1) },
  'judging.next': { run: () => goToPair(1) },
  'judging.back': { run: closeJudging },
};
