/** Which photographs a command is about. */

import { msg } from '../../contract/messages/message.ts';
import { everyPhotograph, type PhotographQuery } from '../../contract/review/list-queries.ts';
import { UsageError } from './parse-recipe.ts';

export interface PhotoSelection {
  readonly batch?: number;
  readonly picked?: boolean;
  readonly search?: string;
}

/** As Review would list them, in the order they were taken. */
export function selectionQuery({ batch, picked, search }: PhotoSelection): PhotographQuery {
  return {
    ...everyPhotograph,
    batchId: batch ?? null,
    flags: picked ? [1] : [],
    text: search ?? '',
    ...{ sort: 'taken', descending: false },
  };
}

/**
 * They are said in exactly one of the ways there are.
 * @param options what each option is called, and what was given for it
 * @throws UsageError where none was given, or several
 */
export function requireExactlyOne(options: Readonly<Record<string, unknown>>): void {
  if (Object.values(options).filter((given) => given !== undefined).length === 1) return;
  const names = Object.keys(options);
  throw new UsageError(msg('cli.usage.sayWhich', { ways: names.slice(0, -1).join(', '), last: names.at(-1) ?? '' }));
}
