import { resolve } from 'node:path';
import type { CopyReport } from '../../../contract/intake/cards.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { msg } from '../../../contract/messages/message.ts';
import type { CardCopyContext } from '../../cards/copy-card.ts';
import { type CliCommand, type CommandInput, resolveOutput } from '../command-definition.ts';
import { type ExitCode, exitCodeFor, exitCodes, UsageError } from '../exit-codes.ts';
import {
  type AddingOptions,
  type BatchTermOptions,
  limitOptions,
  outOption,
  recipeOption,
} from '../options/adding-options.ts';
import { jsonOption } from '../options/common-options.ts';
import { serviceOptions, serviceRules } from '../options/service-options.ts';
import { countMessages } from '../output/message-parts.ts';
import { printError, printJson, printMessage } from '../output/terminal-text.ts';
import { type Session, withSession } from '../session/command-session.ts';

interface CopyCommandOptions extends Omit<AddingOptions, 'recipe'>, BatchTermOptions {
  readonly recipe?: string;
  readonly to: string;
  readonly andTo?: string;
  readonly byDay?: boolean;
  readonly lookFirst?: boolean;
}

export const command: CliCommand = {
  description: 'copy a card to one or two folders, verify every copy, and process the copies or show them in Review',
  options: [recipeOption, outOption, ...serviceOptions, ...limitOptions],
  accept(command) {
    command
      .addOption(jsonOption)
      .argument('<card>', 'card, or any folder')
      .requiredOption('--to <dir>', 'folder for the copies')
      .option('--and-to <dir>', 'second folder for the same copies')
      .option('--by-day', 'create a folder for each day, instead of the folders of the card')
      .option('--look-first', 'show the copies in Review, without processing them');
  },
  rules: [
    ...serviceRules,
    { options: ['--out', '--service', '--key-env', '--trial', '--max-credits'], needs: ['--recipe'] },
  ],
  run,
};

/** Ends with 1 unless every file is in every folder and, with a recipe, every copy is processed. */
async function run({ args: [card], options, launch }: CommandInput<CopyCommandOptions, [string]>): Promise<ExitCode> {
  const { recipe, lookFirst = false, json = false } = options;
  const folders = [options.to, options.andTo].filter((folder) => folder !== undefined).map(resolveOutput);
  if (recipe !== undefined && lookFirst) throw new UsageError(msg('cli.copy.oneWay'));
  const { isComplete, copies } = await withSession(options, async (session) => {
    const copied = await copyAndVerify(resolve(card), folders, options, session);
    if (json) printJson(reportForJson(copied));
    else printReport(copied.report);
    if (lookFirst && copied.copies.length > 0) await showInReview(copied.copies, session, json);
    return copied;
  });
  if (recipe === undefined || copies.length === 0) return exitCodeFor(isComplete);
  const { runPaths } = await import('../queue/run-photographs.ts');
  const code = await runPaths(copies, { ...options, recipe }, launch);
  return code === exitCodes.done ? exitCodeFor(isComplete) : code;
}

interface CopiedCard {
  readonly report: CopyReport;
  readonly isComplete: boolean;
  /** Copies that have not been processed yet; none after a stop signal. */
  readonly copies: readonly string[];
}

async function copyAndVerify(
  card: string,
  folders: readonly string[],
  { byDay, json = false }: CopyCommandOptions,
  { store, interrupted }: Session,
): Promise<CopiedCard> {
  const { copyOptionsSchema, isVerified } = await import('../../../contract/intake/cards.ts');
  const { copyCard, findUnprocessedCopies } = await import('../../cards/copy-card.ts');
  const { assertOffCard } = await import('../../cards/plan-copy.ts');
  const { createExportFolder } = await import('../../delivery/common/create-export-folder.ts');
  for (const folder of folders) await assertOffCard(folder, card);
  for (const folder of folders) await createExportFolder(folder);
  const [to, second] = folders;
  const options = copyOptionsSchema.parse({ from: card, to, second, subfolders: byDay ? 'day' : 'card' });
  const runWithProgress = json || !process.stderr.isTTY ? runQuietly : runWithBar;
  const clock = () => performance.now();
  const { report, photographs } = await copyCard(options, { store, clock, runWithProgress }, interrupted);
  const isComplete = isVerified(report);
  return { report, isComplete, copies: report.ending === 'stopped' ? [] : findUnprocessedCopies(photographs, store) };
}

/** Never aborted: the command is stopped by the signal of its session. */
const neverAborted = new AbortController().signal;

const runQuietly: CardCopyContext['runWithProgress'] = (_, work) => work(() => undefined, neverAborted);

const runWithBar: CardCopyContext['runWithProgress'] = async (_, work) => {
  const { SingleBar } = await import('cli-progress');
  const format = formatMessage(msg('cli.copy.bar'), 'terminal');
  const bar = new SingleBar({ format, stream: process.stderr, clearOnComplete: true, hideCursor: true });
  bar.start(0, 0, { speed: '' });
  try {
    return await work((_count, { totalBytes, bytes, bytesPerSecond }) => {
      bar.setTotal(totalBytes);
      const speed = msg('cli.copy.speed', { speed: { bytes: Math.round(bytesPerSecond) } });
      bar.update(bytes, { speed: bytesPerSecond > 0 ? formatMessage(speed, 'terminal') : '' });
    }, neverAborted);
  } finally {
    bar.stop();
  }
};

function reportForJson({ report, isComplete }: CopiedCard) {
  const { files, others, places, failed, failedCount, notes, ending, trouble } = report;
  const toText = ({ name, message }: (typeof failed)[number]) => ({
    name,
    message: formatMessage(message, 'terminal'),
  });
  return {
    files,
    others,
    failedCount,
    ending,
    verified: isComplete,
    failed: failed.map(toText),
    notes: notes.map(toText),
    places: places.map((place) => ({ ...place, trouble: place.trouble && formatMessage(place.trouble, 'terminal') })),
    trouble: trouble && formatMessage(trouble, 'terminal'),
  };
}

function printReport({ files, others, places, failed, failedCount, notes, ending, trouble }: CopyReport): void {
  for (const { message } of [...failed, ...notes]) printError(message);
  for (const place of places) if (place.trouble !== null) printError(place.trouble);
  if (trouble !== null) printError(trouble);
  for (const { folder, copied, there } of places) printMessage(msg('cli.copy.place', { folder, copied, there, files }));
  for (const line of countMessages(others, 'cli.copy.others')) printMessage(line);
  for (const line of countMessages(failedCount, 'cli.copy.failed')) printError(line);
  if (ending === 'stopped') printError(msg('cli.end.stopped'));
}

async function showInReview(paths: readonly string[], { app, store }: Session, isJson: boolean): Promise<void> {
  const { defaultRecipeId } = store.settings.read();
  const { added, refused } = await app.core.lookFirst(paths, defaultRecipeId);
  for (const { message } of refused) printError(message);
  if (isJson) printJson({ shown: added });
  else for (const line of countMessages(added, 'cli.copy.shown')) printMessage(line);
}
