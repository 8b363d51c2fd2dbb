/** `burnish copy`: copies a card to one folder or two, reads every copy back, and begins work on the copies. */
import { SingleBar } from 'cli-progress';
import { type CopyReport, copyOptionsSchema, isVerified } from '../../contract/intake/cards.ts';
import { formatMessage } from '../../contract/messages/format-message.ts';
import { msg } from '../../contract/messages/message.ts';
import { type CardCopyContext, copyCard, findUnprocessedCopies } from '../cards/copy-card.ts';
import { assertOffCard } from '../cards/plan-copy.ts';
import { createExportFolder } from '../delivery/common/create-export-folder.ts';
import { type ExitCode, type LaunchEngine, openSession, type Session } from './command-session.ts';
import { type RunOptions, run } from './commands.ts';
import { countMessages } from './count-messages.ts';
import { UsageError } from './parse-recipe.ts';
import { escapeTerminalJson, terminalLine } from './terminal-text.ts';

export interface CopyCommand extends RunOptions {
  /** Absolute, as `andTo`. */
  readonly to: string;
  readonly andTo?: string;
  readonly byDay?: boolean;
  readonly lookFirst?: boolean;
}

/**
 * Ends with 1 where not every file is in every place; with a recipe, also as `run` does.
 * @param card absolute @throws UsageError for options that mean nothing together
 */
export async function copy(card: string, command: CopyCommand, launch: LaunchEngine | null): Promise<ExitCode> {
  if (command.recipe !== undefined && command.lookFirst) throw new UsageError(msg('cli.copy.oneWay'));
  const session = await openSession(command, null);
  let isComplete: boolean;
  let paths: readonly string[];
  try {
    const folders = [command.to, command.andTo].filter((folder) => folder !== undefined);
    for (const folder of folders) await assertOffCard(folder, card);
    for (const folder of folders) await createExportFolder(folder);
    const options = copyOptionsSchema.parse({
      ...{ from: card, to: command.to, second: command.andTo },
      subfolders: command.byDay ? 'day' : 'card',
    });
    const { report, photographs } = await copyCard(options, toolsOf(session, command), session.interrupted);
    printCopyReport(report, command);
    isComplete = isVerified(report);
    paths = report.ending === 'stopped' ? [] : findUnprocessedCopies(photographs, session.store);
    if (command.lookFirst && paths.length > 0) await show(paths, session, command);
  } finally {
    await session.close();
  }
  if (command.recipe === undefined || paths.length === 0) return isComplete ? 0 : 1;
  const code = await run(paths, command, launch);
  return code === 0 && !isComplete ? 1 : code;
}

/** With a bar on a terminal. */
function toolsOf({ store }: Session, { json }: CopyCommand): CardCopyContext {
  const never = new AbortController().signal;
  return {
    store,
    clock: () => performance.now(),
    runWithProgress: async (_, work) => {
      if (json || !process.stderr.isTTY) return work(() => undefined, never);
      const format = formatMessage(msg('cli.copy.bar'), 'terminal');
      const bar = new SingleBar({ format, stream: process.stderr, clearOnComplete: true, hideCursor: true });
      bar.start(0, 0, { speed: '' });
      try {
        return await work((_count, { totalBytes, bytes, bytesPerSecond }) => {
          bar.setTotal(totalBytes);
          const speed = msg('cli.copy.speed', { speed: { bytes: Math.round(bytesPerSecond) } });
          bar.update(bytes, { speed: bytesPerSecond > 0 ? formatMessage(speed, 'terminal') : '' });
        }, never);
      } finally {
        bar.stop();
      }
    },
  };
}

function printCopyReport(report: CopyReport, { json }: CopyCommand): void {
  const { files, others, places, failed, failedCount, notes, ending, trouble } = report;
  if (json) {
    const words = ({ name, message }: (typeof failed)[number]) => ({
      name,
      message: formatMessage(message, 'terminal'),
    });
    console.log(
      escapeTerminalJson({
        ...{ files, others, failedCount, ending, verified: isVerified(report) },
        failed: failed.map(words),
        notes: notes.map(words),
        places: places.map((place) => ({
          ...place,
          trouble: place.trouble && formatMessage(place.trouble, 'terminal'),
        })),
        trouble: trouble && formatMessage(trouble, 'terminal'),
      }),
    );
    return;
  }
  for (const { message } of [...failed, ...notes]) console.error(terminalLine(message));
  for (const place of places) if (place.trouble !== null) console.error(terminalLine(place.trouble));
  if (trouble !== null) console.error(terminalLine(trouble));
  for (const { folder, copied, there } of places)
    console.log(terminalLine(msg('cli.copy.place', { folder, copied, there, files })));
  for (const line of countMessages(others, 'cli.copy.others')) console.log(terminalLine(line));
  for (const line of countMessages(failedCount, 'cli.copy.failed')) console.error(terminalLine(line));
  if (ending === 'stopped') console.error(terminalLine(msg('cli.end.stopped')));
}

async function show(paths: readonly string[], { app, store }: Session, { json }: CopyCommand): Promise<void> {
  const { defaultRecipeId } = store.settings.read();
  const { added, refused } = await app.core.lookFirst(paths, defaultRecipeId);
  for (const { message } of refused) console.error(terminalLine(message));
  if (json) console.log(escapeTerminalJson({ shown: added }));
  else for (const line of countMessages(added, 'cli.copy.shown')) console.log(terminalLine(line));
}
