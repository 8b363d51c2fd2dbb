/** `burnish forget`: deletes what was found in photographs. The photographs and result images stay. */
import type { Forgettable } from '../../preload/contract/result.ts';
import { inWords } from '../../preload/in-words.ts';
import { printable, printableJson } from './printable.ts';
import { UsageError } from './recipe-words.ts';
import { type CommonOptions, type ExitCode, openSession } from './session.ts';

export interface ForgetOptions extends CommonOptions {
  readonly batch?: number;
  /** Days. */
  readonly olderThan?: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Without a choice, the batches that have something to forget are listed. @throws UsageError for two choices */
export async function forget({ batch, olderThan, ...options }: ForgetOptions): Promise<ExitCode> {
  if (batch !== undefined && olderThan !== undefined) throw new UsageError('Say which: --batch or --older-than.');
  const session = await openSession(options, null);
  const { forgetting } = session.store;
  const print = (line: string) => console.log(printable(line));
  try {
    if (batch === undefined && olderThan === undefined) {
      const batches = forgetting.batches().map((each) => ({ ...each, title: inWords(each.title) }));
      if (options.json) console.log(printableJson({ batches }));
      else if (batches.length === 0) print('There are no analyses to forget.');
      else for (const { id, title, analyses } of batches) print(`Batch ${id}, “${title}”: ${count(analyses)}`);
      return 0;
    }
    const which = batch === undefined ? { before: Date.now() - (olderThan ?? 0) * dayMs } : { batchId: batch };
    const { left } = forgetting.find(which);
    const forgotten = await forgetting.forget(which);
    const putAside = await forgetting.putAside();
    if (options.json) console.log(printableJson({ forgotten, left, putAside }));
    else for (const line of [...forgottenLines({ analyses: forgotten, left }), ...putAsideLines(putAside)]) print(line);
    return 0;
  } finally {
    await session.close();
  }
}

const count = (analyses: number) => (analyses === 1 ? '1 analysis' : `${analyses} analyses`);

export function forgottenLines({ analyses, left }: Forgettable): string[] {
  const leftOver =
    left === 0
      ? []
      : [`${count(left)} left alone: work on ${left === 1 ? 'its photograph' : 'their photographs'} has not ended.`];
  if (analyses === 0) return [left === 0 ? 'There are no analyses to forget.' : 'Nothing is forgotten.', ...leftOver];
  return [`${count(analyses)} forgotten. The photographs and result images stay where they are.`, ...leftOver];
}

export function putAsideLines(putAside: readonly string[]): string[] {
  const what = putAside.length === 1 ? 'A database that was' : 'Databases that were';
  return putAside.length === 0
    ? []
    : [`${what} put aside as damaged may still have analyses. Delete by hand: ${putAside.join(', ')}`];
}
