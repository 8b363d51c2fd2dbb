import { formatMessage } from '../../../contract/messages/format-message.ts';
import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import type { CliCommand, CommandInput } from '../command-definition.ts';
import { type ExitCode, exitCodeFor } from '../exit-codes.ts';
import { type CommonOptions, jsonOption } from '../options/common-options.ts';
import { type PhotoSelection, selectionOptions, selectionQuery } from '../options/photo-selection.ts';
import { countMessages } from '../output/message-parts.ts';
import { printError, printJson, printMessage } from '../output/terminal-text.ts';
import { withSession } from '../session/command-session.ts';

interface OriginalsOptions extends CommonOptions, PhotoSelection {
  readonly back?: boolean;
}

export const command: CliCommand = {
  description: 'move finished originals to a “Done” folder next to them',
  options: [...selectionOptions, jsonOption],
  accept(command) {
    command.option('--back', 'move them back');
  },
  run,
};

/** Ends with 1 if any original could not be moved. @throws UserFacingError in a studio */
function run({ options }: CommandInput<OriginalsOptions>): Promise<ExitCode> {
  return withSession(options, async ({ store, app, interrupted }) => {
    if (store.settings.read().studio !== null) throw new UserFacingError(msg('review.originals.inStudio'));
    const { moveBack, moveToDone } = await import('../../review/originals/move-originals.ts');
    const choice = { query: await selectionQuery(options), except: [] };
    const ids = await app.core.review.reader.ask('photographs.chosen', choice);
    const context = { onProgress: () => undefined, signal: interrupted };
    const { report } = await (options.back ? moveBack : moveToDone)(ids, store, context);
    const { moved, there, notDone, failed, failedCount } = report;
    if (options.json) printJson({ ...report, failed: failed.map((each) => formatMessage(each, 'terminal')) });
    else {
      for (const message of failed) printError(message);
      const lines = [
        ...countMessages(moved, options.back ? 'cli.originals.back' : 'cli.originals.moved'),
        ...countMessages(there, 'cli.originals.there'),
        ...countMessages(notDone, 'cli.originals.notDone'),
      ];
      const hasNone = lines.length === 0 && failedCount === 0;
      for (const line of hasNone ? [msg('cli.originals.none')] : lines) printMessage(line);
    }
    return exitCodeFor(failedCount === 0 && !interrupted.aborted);
  });
}
