/** `burnish originals`: moves originals whose work is all done to "Done" beside them, or back. */
import { formatMessage } from '../../contract/messages/format-message.ts';
import { msg, UserFacingError } from '../../contract/messages/message.ts';
import { moveBack, moveToDone } from '../review/originals/move-originals.ts';
import { type CommonOptions, type ExitCode, openSession } from './command-session.ts';
import { countMessages } from './count-messages.ts';
import { type PhotoSelection, selectionQuery } from './photo-selection.ts';
import { escapeTerminalJson, terminalLine } from './terminal-text.ts';

export interface OriginalsCommand extends CommonOptions, PhotoSelection {
  readonly back?: boolean;
}

/** Ends with 1 where any could not be moved. @throws UserFacingError in a studio */
export async function originals(command: OriginalsCommand): Promise<ExitCode> {
  const session = await openSession(command, null);
  const { store, app, interrupted } = session;
  try {
    if (store.settings.read().studio !== null) throw new UserFacingError(msg('review.originals.inStudio'));
    const ids = await app.core.review.reader.ask('photographs.chosen', { query: selectionQuery(command), except: [] });
    const context = { onProgress: () => undefined, signal: interrupted };
    const { report } = await (command.back ? moveBack : moveToDone)(ids, store, context);
    const { moved, there, notDone, failed, failedCount } = report;
    if (command.json)
      console.log(escapeTerminalJson({ ...report, failed: failed.map((each) => formatMessage(each, 'terminal')) }));
    else {
      for (const message of failed) console.error(terminalLine(message));
      const lines = [
        ...countMessages(moved, command.back ? 'cli.originals.back' : 'cli.originals.moved'),
        ...countMessages(there, 'cli.originals.there'),
        ...countMessages(notDone, 'cli.originals.notDone'),
      ];
      for (const line of lines) console.log(terminalLine(line));
      if (lines.length === 0 && failedCount === 0) console.log(terminalLine(msg('cli.originals.none')));
    }
    return failedCount > 0 || interrupted.aborted ? 1 : 0;
  } finally {
    await session.close();
  }
}
