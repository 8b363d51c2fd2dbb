/** `burnish forget`: deletes what was found in photographs. The photographs and result images stay. */

import type { ForgettableCounts } from '../../contract/jobs/result.ts';
import { formatMessage } from '../../contract/messages/format-message.ts';
import { type MessageDescriptor, msg } from '../../contract/messages/message.ts';
import { type CommonOptions, type ExitCode, openSession } from './command-session.ts';
import { countMessages } from './count-messages.ts';
import { UsageError } from './parse-recipe.ts';
import { escapeTerminalJson, terminalLine } from './terminal-text.ts';

export interface ForgetOptions extends CommonOptions {
  readonly batch?: number;
  /** Days. */
  readonly olderThan?: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Without a choice, the batches that have something to forget are listed. @throws UsageError for two choices */
export async function forget({ batch, olderThan, ...options }: ForgetOptions): Promise<ExitCode> {
  if (batch !== undefined && olderThan !== undefined)
    throw new UsageError(msg('cli.usage.sayWhich', { ways: '--batch', last: '--older-than' }));
  const session = await openSession(options, null);
  const { analysisRemoval } = session.store;
  const print = (line: MessageDescriptor) => console.log(terminalLine(line));
  try {
    if (batch === undefined && olderThan === undefined) {
      const batches = analysisRemoval.batches().map((each) => ({ ...each, title: formatMessage(each.title) }));
      if (options.json) console.log(escapeTerminalJson({ batches }));
      else if (batches.length === 0) print(msg('cli.forget.none'));
      else
        for (const { id, title, analyses } of batches)
          print(msg('cli.forget.batch', { id: String(id), title, count: analyses }));
      return 0;
    }
    const scope = batch === undefined ? { before: Date.now() - (olderThan ?? 0) * dayMs } : { batchId: batch };
    const { left } = analysisRemoval.find(scope);
    const forgotten = await analysisRemoval.forget(scope);
    const putAside = await analysisRemoval.putAside();
    if (options.json) console.log(escapeTerminalJson({ forgotten, left, putAside }));
    else
      for (const line of [...forgottenMessages({ analyses: forgotten, left }), ...archivedFileMessages(putAside)])
        print(line);
    return 0;
  } finally {
    await session.close();
  }
}

export function forgottenMessages({ analyses, left }: ForgettableCounts): MessageDescriptor[] {
  const nothing = msg(left === 0 ? 'cli.forget.none' : 'cli.forget.nothing');
  const done = analyses === 0 ? [nothing] : countMessages(analyses, 'cli.forget.done');
  return [...done, ...countMessages(left, 'cli.forget.left')];
}

export function archivedFileMessages(putAside: readonly string[]): MessageDescriptor[] {
  if (putAside.length === 0) return [];
  return [msg('cli.forget.putAside', { count: putAside.length, files: putAside.join(', ') })];
}
