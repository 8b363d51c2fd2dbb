/** Commands of blind judging. */
import type { CommandId } from '../../../contract/app/shortcuts.ts';
import type { Verdict } from '../../../contract/services/service-comparison.ts';
import type { Command, CommandsOf } from '../../commands/command.ts';
import { closeJudging, goToPair, pairNow, recordVerdict, showOriginal, useComparing } from './comparisons.ts';

const verdict = (value: Verdict): Command => ({
  run: () => void recordVerdict(value),
  possible: () => pairNow() !== null,
});

/** Toggles the original. Returns the function that restores the view when a held key is released. */
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
