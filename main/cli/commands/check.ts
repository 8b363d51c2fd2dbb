import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Option } from 'commander';
import type { CsvSeparator } from '../../../contract/delivery/export.ts';
import { joinMessages, msg, UserFacingError } from '../../../contract/messages/message.ts';
import { type Marketplace, marketplaceSchema, marketplaces } from '../../../contract/recipes/marketplaces.ts';
import type { CliCommand, CommandInput } from '../command-definition.ts';
import { type ExitCode, exitCodeFor, exitCodes, UsageError } from '../exit-codes.ts';
import { type CommonOptions, csvSeparatorOption, csvSeparatorRule } from '../options/common-options.ts';
import type { Outcome } from '../output/check-outcome.ts';
import { countMessages } from '../output/message-parts.ts';
import { lastWriteError, writeLine } from '../output/stdout-errors.ts';
import { escapeTerminalJson, terminalLine } from '../output/terminal-text.ts';
import { withReadOnlySession } from '../session/command-session.ts';
import { listenForStop } from '../session/stop-signals.ts';

interface CheckOptions extends CommonOptions {
  readonly csv?: boolean;
  readonly csvSeparator?: CsvSeparator;
  readonly rules?: boolean;
}

const marketplaceIds = marketplaces.map(({ id }) => id).join(', ');

export const command: CliCommand = {
  description: 'check finished files against the rules of a marketplace',
  options: [
    new Option('--json', 'print one JSON line per file'),
    new Option('--csv', 'print a table with one line per file and rule'),
    csvSeparatorOption,
    new Option('--rules', 'print the preset as JSON, to edit and use as a file'),
  ],
  accept(command) {
    command
      .argument('<preset>', `${marketplaceIds}, the name of a custom preset, or a JSON file`)
      .argument('[files...]', 'finished files');
  },
  rules: [
    { options: ['--json', '--csv', '--csv-separator', '[files...]'], excludedBy: ['--rules'] },
    csvSeparatorRule,
    { options: ['--json'], excludedBy: ['--csv'] },
  ],
  run,
};

/** Ends with 1 if a file breaks a rule or cannot be checked. */
async function run({
  args: [preset, files],
  options,
}: CommandInput<CheckOptions, [string, string[]]>): Promise<ExitCode> {
  const marketplace = await findPreset(preset, options.data);
  if (options.rules) {
    writeLine(process.stdout, JSON.stringify(marketplace, null, 2));
    return exitCodes.done;
  }
  if (files.length === 0) throw new UsageError(msg('cli.check.noFiles'));
  const { interrupted, release } = listenForStop();
  try {
    const outcomes = await checkFiles(files, marketplace, options, interrupted);
    if (interrupted.aborted) writeLine(process.stderr, terminalLine(msg('cli.end.stopped')));
    const failedCount = outcomes.filter((each) => 'trouble' in each || !each.passes).length;
    if (!options.json && !options.csv) {
      const passed = countMessages(outcomes.length - failedCount, 'cli.check.passed');
      for (const line of [...passed, ...countMessages(failedCount, 'cli.check.failed')])
        writeLine(process.stdout, terminalLine(line));
    }
    await assertPrinted();
    return exitCodeFor(failedCount === 0 && !interrupted.aborted);
  } finally {
    release();
  }
}

/** Ensures that the output, which is the only result, was not lost. @throws UserFacingError */
async function assertPrinted(): Promise<void> {
  const error = await lastWriteError(process.stdout);
  if (error === null) return;
  const { diskErrorMessage } = await import('../../files/disk-errors.ts');
  const reason = diskErrorMessage(error)?.forFile ?? null;
  throw new UserFacingError(joinMessages(msg('cli.check.notPrinted'), reason), { cause: error });
}

/** Checks files and prints each outcome at once. After a stop signal, it returns the outcomes until then. */
async function checkFiles(
  files: readonly string[],
  marketplace: Marketplace,
  options: CheckOptions,
  interrupted: AbortSignal,
): Promise<Outcome[]> {
  const { csvHeader, csvRows, outcomeForJson, outcomeLines } = await import('../output/check-outcome.ts');
  const outcomes: Outcome[] = [];
  if (options.csv) writeLine(process.stdout, csvHeader(options.csvSeparator));
  for (const path of files) {
    const outcome = await checkOne(path, marketplace, interrupted);
    if (outcome === null) break;
    outcomes.push(outcome);
    const lines = options.json
      ? [escapeTerminalJson(outcomeForJson(outcome, marketplace))]
      : options.csv
        ? csvRows(outcome, marketplace, options.csvSeparator)
        : outcomeLines(outcome, marketplace);
    for (const line of lines) writeLine(process.stdout, line);
  }
  return outcomes;
}

/** Returns null after a stop signal. */
async function checkOne(path: string, marketplace: Marketplace, interrupted: AbortSignal): Promise<Outcome | null> {
  if (interrupted.aborted) return null;
  try {
    const { checkFile } = await import('../../imaging/check/check-file.ts');
    return await checkFile(path, marketplace, interrupted);
  } catch (error) {
    if (interrupted.aborted) return null;
    if (error instanceof UserFacingError) return { path, trouble: error.sentence };
    throw error;
  }
}

const maxPresetBytes = 100_000;

/**
 * Finds a marketplace's preset by its id, a custom one by its id or name, or reads the JSON file at a path.
 * @throws UsageError
 */
async function findPreset(preset: string, data: string): Promise<Marketplace> {
  const known = marketplaces.find(({ id }) => id === preset);
  if (known !== undefined) return known;
  const file = await stat(preset).catch(() => null);
  if (file === null) {
    const custom = await findCustomPreset(preset, data);
    if (custom !== null) return custom;
    throw new UsageError(msg('cli.check.unknown', { preset, presets: marketplaceIds }));
  }
  if (!file.isFile() || file.size > maxPresetBytes) throw new UsageError(msg('cli.check.noPresetFile', { preset }));
  const text = await readFile(preset, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(msg('cli.check.unreadPreset', { preset, code: error.code ?? '' }));
  });
  return parsePreset(text, preset);
}

/** Returns null if the window has saved no such preset. */
async function findCustomPreset(preset: string, data: string): Promise<Marketplace | null> {
  if (!existsSync(join(data, 'burnish.db'))) return null;
  return withReadOnlySession(
    { data },
    ({ store }) => store.presets.list().find(({ id, name }) => id === preset || name === preset) ?? null,
  );
}

/** @param preset path of the file, for messages */
async function parsePreset(text: string, preset: string): Promise<Marketplace> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new UsageError(msg('cli.check.noPresetFile', { preset }));
  }
  const parsed = marketplaceSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const { messageOfIssue } = await import('../../../contract/messages/zod-issue-message.ts');
  const [issue] = parsed.error.issues;
  const problem = issue === undefined ? '' : messageOfIssue(issue);
  throw new UsageError(msg('cli.check.badPreset', { preset, place: issue?.path.join('.') ?? '', problem }));
}
