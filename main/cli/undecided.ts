/** What waits for the user's decision, as commands say it. */

import { evidenceWords } from '../../contract/costs.ts';
import { inWords } from '../../contract/in-words.ts';
import type { Undecided } from '../../contract/job.ts';
import { type Sentence, say } from '../../contract/sentence.ts';

/** A sentence for each cause, and how to decide. */
export function undecidedLines(undecided: readonly Undecided[]): Sentence[] {
  if (undecided.length === 0) return [];
  return [
    ...undecided.flatMap((each) => {
      const { cause, message, count } = each;
      const evidence = evidenceWords(each);
      return [say('cli.undecided.cause', { count, cause, message }), ...(evidence === null ? [] : [evidence])];
    }),
    say('cli.undecided.how'),
  ];
}

/** As `--json` has it. */
export function undecidedInWords(undecided: readonly Undecided[]): (Undecided & { readonly message: string })[] {
  return undecided.map((each) => ({ ...each, message: inWords(each.message, 'terminal') }));
}
