/** Parses options with a schema that the window uses too. */
import { resolve } from 'node:path';
import type { z } from 'zod';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { joinMessages, type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { messageOfIssue } from '../../../contract/messages/zod-issue-message.ts';
import { UsageError } from '../exit-codes.ts';

/**
 * Parses values; undefined ones count as absent.
 * @param problem message before the first issue
 * @param options names of options by the paths of fields, for the message
 * @throws UsageError
 */
export function parseOptions<S extends z.ZodType>(
  schema: S,
  values: object,
  problem: MessageDescriptor,
  options: Readonly<Record<string, string>> = {},
): z.output<S> {
  const result = schema.safeParse(withoutUndefined(values));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue === undefined) throw new UsageError(problem);
  const field = issue.path.join('.');
  const option = options[field] ?? options[issue.path.slice(0, -1).join('.')];
  const details = {
    field: option === undefined ? field : `--${option}`,
    issue: formatMessage(messageOfIssue(issue), 'terminal'),
  };
  throw new UsageError(joinMessages(problem, msg('cli.recipe.issue', details)));
}

export function withoutUndefined<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** Returns an absolute path, or '' if the option is missing or a shell variable in it was empty. */
export const resolveFolderOption = (to: string | undefined): string =>
  to === undefined || to === '' ? '' : resolve(to);
