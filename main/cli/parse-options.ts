/** Options of a command that are read by a schema of the window's. */
import type { z } from 'zod';
import { formatMessage } from '../../contract/messages/format-message.ts';
import { joinMessages, type MessageDescriptor, msg } from '../../contract/messages/message.ts';
import { messageOfIssue } from '../../contract/messages/zod-issue-message.ts';
import { UsageError } from './parse-recipe.ts';

/**
 * @param given what is undefined was not given
 * @param wrong what is said before the first of what is wrong
 * @param options by the paths of fields: the option of the command that a field is said with
 * @throws UsageError
 */
export function readOptions<S extends z.ZodType>(
  schema: S,
  given: object,
  wrong: MessageDescriptor,
  options: Readonly<Record<string, string>> = {},
): z.output<S> {
  const read = schema.safeParse(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  if (issue === undefined) throw new UsageError(wrong);
  const field = issue.path.join('.');
  const option = options[field] ?? options[issue.path.slice(0, -1).join('.')];
  const details = {
    field: option === undefined ? field : `--${option}`,
    issue: formatMessage(messageOfIssue(issue), 'terminal'),
  };
  throw new UsageError(joinMessages(wrong, msg('cli.recipe.issue', details)));
}
