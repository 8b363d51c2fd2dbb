import type { ForgettableCounts } from '../../../contract/jobs/result.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { Store } from '../../store/index.ts';
import type { CliCommand, CommandInput } from '../command-definition.ts';
import { type ExitCode, exitCodes, UsageError } from '../exit-codes.ts';
import { type CommonOptions, jsonOption } from '../options/common-options.ts';
import { parseDays, parsePositiveInteger } from '../options/option-parsers.ts';
import { countMessages } from '../output/message-parts.ts';
import { printJson, printMessage } from '../output/terminal-text.ts';
import { withSession } from '../session/command-session.ts';

interface ForgetOptions extends CommonOptions {
  readonly batch?: number;
  /** Days. */
  readonly olderThan?: number;
}

export const command: CliCommand = {
  description: 'delete the analyses of photographs: findings, landmarks, ratings',
  options: [jsonOption],
  accept(command) {
    command
      .option('--batch <number>', 'analyses of this batch; without an option, batches are listed', parsePositiveInteger)
      .option('--older-than <days>', 'analyses older than this, such as 30d', parseDays);
  },
  run,
};

const dayMs = 24 * 60 * 60 * 1000;

/** Deletes analyses, but neither photographs nor result images. */
async function run({ options }: CommandInput<ForgetOptions>): Promise<ExitCode> {
  const { batch, olderThan, json = false } = options;
  if (batch !== undefined && olderThan !== undefined)
    throw new UsageError(msg('cli.usage.sayWhich', { ways: '--batch', last: '--older-than' }));
  return withSession(options, async ({ store: { analysisRemoval } }) => {
    if (batch === undefined && olderThan === undefined) listBatches(analysisRemoval, json);
    else {
      const scope = batch === undefined ? { before: Date.now() - (olderThan ?? 0) * dayMs } : { batchId: batch };
      const { left } = analysisRemoval.find(scope);
      const forgotten = await analysisRemoval.forget(scope);
      const putAside = await analysisRemoval.putAside();
      if (json) printJson({ forgotten, left, putAside });
      else
        for (const line of [...forgottenMessages({ analyses: forgotten, left }), ...archivedFileMessages(putAside)])
          printMessage(line);
    }
    return exitCodes.done;
  });
}

function listBatches(analysisRemoval: Store['analysisRemoval'], isJson: boolean): void {
  const batches = analysisRemoval.batches().map((each) => ({ ...each, title: formatMessage(each.title) }));
  if (isJson) printJson({ batches });
  else if (batches.length === 0) printMessage(msg('cli.forget.none'));
  else
    for (const { id, title, analyses } of batches)
      printMessage(msg('cli.forget.batch', { id: String(id), title, count: analyses }));
}

export function forgottenMessages({ analyses, left }: ForgettableCounts): MessageDescriptor[] {
  const nothing = msg(left === 0 ? 'cli.forget.none' : 'cli.forget.nothing');
  const done = analyses === 0 ? [nothing] : countMessages(analyses, 'cli.forget.done');
  return [...done, ...countMessages(left, 'cli.forget.left')];
}

/** @param putAside damaged databases of earlier repairs, which may contain analyses too */
export function archivedFileMessages(putAside: readonly string[]): MessageDescriptor[] {
  if (putAside.length === 0) return [];
  return [msg('cli.forget.putAside', { count: putAside.length, files: putAside.join(', ') })];
}
