/** `burnish check`: measures finished files against a marketplace's rules. */
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import type { CsvSeparator } from '../../contract/delivery/export.ts';
import { formatMessage } from '../../contract/messages/format-message.ts';
import {
  joinMessages,
  type Message,
  type MessageDescriptor,
  msg,
  UserFacingError,
} from '../../contract/messages/message.ts';
import { messageOfIssue } from '../../contract/messages/zod-issue-message.ts';
import { countUncertain, type RuleFinding, severityOf } from '../../contract/recipes/marketplace-check.ts';
import { type Marketplace, marketplaceSchema, marketplaces } from '../../contract/recipes/marketplaces.ts';
import { csvDelimiters } from '../delivery/tables/table-files.ts';
import { diskErrorMessage } from '../files/disk-errors.ts';
import { checkFile, type FileCheckResult } from '../imaging/check/check-file.ts';
import { type ExitCode, openReadOnly } from './command-session.ts';
import { countMessages } from './count-messages.ts';
import { UsageError } from './parse-recipe.ts';
import { lastWriteError, writeLine } from './stdout-errors.ts';
import { listenForStop } from './stop-signals.ts';
import { escapeTerminalJson, escapeTerminalText, terminalLine } from './terminal-text.ts';

export interface CheckOptions {
  readonly json?: boolean;
  readonly csv?: boolean;
  readonly csvSeparator?: CsvSeparator;
  /** Print the preset itself, to be changed and used as a file. */
  readonly rules?: boolean;
  /** The data folder, for presets of the user's own. */
  readonly data: string;
}

/** A file with its verdict, or why there is none. */
type Outcome = FileCheckResult | { readonly path: string; readonly trouble: Message };

/**
 * Ends with 1 where a file fails or cannot be checked.
 * @param preset the id of one that is known, the id or name of one of the user's own, or the path of a JSON file with one
 * @throws UsageError for a preset that is none
 */
export async function check(preset: string, files: readonly string[], options: CheckOptions): Promise<ExitCode> {
  const marketplace = await presetOf(preset, options.data);
  if (options.rules) {
    writeLine(process.stdout, JSON.stringify(marketplace, null, 2));
    return 0;
  }
  if (files.length === 0) throw new UsageError(msg('cli.check.noFiles'));
  const { interrupted, release } = listenForStop();
  try {
    const outcomes: Outcome[] = [];
    if (options.csv)
      writeLine(process.stdout, csvRow(['file', 'preset', 'verdict', 'rule', 'level', 'certain', 'says'], options));
    for (const path of files) {
      const outcome = await outcomeOf(path, marketplace, interrupted);
      if (outcome === null) break;
      outcomes.push(outcome);
      for (const line of linesOf(outcome, marketplace, options)) writeLine(process.stdout, line);
    }
    if (interrupted.aborted) writeLine(process.stderr, terminalLine(msg('cli.end.stopped')));
    const failed = outcomes.filter((each) => 'trouble' in each || !each.passes).length;
    if (!options.json && !options.csv) {
      const passed = outcomes.length - failed;
      const sums = [...countMessages(passed, 'cli.check.passed'), ...countMessages(failed, 'cli.check.failed')];
      for (const line of sums) writeLine(process.stdout, terminalLine(line));
    }
    await requirePrinted();
    return failed > 0 || interrupted.aborted ? 1 : 0;
  } finally {
    release();
  }
}

/** What is printed is all that a check makes. @throws UserFacingError where it goes to a file whose disk takes no more */
async function requirePrinted(): Promise<void> {
  const fault = await lastWriteError(process.stdout);
  if (fault === null) return;
  const why = diskErrorMessage(fault)?.forFile ?? null;
  throw new UserFacingError(joinMessages(msg('cli.check.notPrinted'), why), { cause: fault });
}

/** What a preset of one's own may have, bytes. */
const maxPresetBytes = 100_000;

async function presetOf(preset: string, data: string): Promise<Marketplace> {
  const known = marketplaces.find(({ id }) => id === preset);
  if (known !== undefined) return known;
  const file = await stat(preset).catch(() => null);
  if (file === null) {
    const own = await ownPreset(preset, data);
    if (own !== null) return own;
    throw new UsageError(msg('cli.check.unknown', { preset, presets: marketplaces.map(({ id }) => id).join(', ') }));
  }
  if (!file.isFile() || file.size > maxPresetBytes) throw new UsageError(msg('cli.check.noPresetFile', { preset }));
  const text = await readFile(preset, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(msg('cli.check.unreadPreset', { preset, code: error.code ?? '' }));
  });
  let own: unknown;
  try {
    own = JSON.parse(text);
  } catch {
    throw new UsageError(msg('cli.check.noPresetFile', { preset }));
  }
  const read = marketplaceSchema.safeParse(own);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const problem = issue === undefined ? '' : messageOfIssue(issue);
  throw new UsageError(msg('cli.check.badPreset', { preset, place: issue?.path.join('.') ?? '', problem }));
}

/** One that was made in the window; null where there is none, or no data folder yet. */
async function ownPreset(preset: string, data: string): Promise<Marketplace | null> {
  if (!existsSync(join(data, 'burnish.db'))) return null;
  const session = await openReadOnly({ data });
  try {
    return session.store.presets.list().find(({ id, name }) => id === preset || name === preset) ?? null;
  } finally {
    await session.close();
  }
}

/** Null where the command was stopped meanwhile. */
async function outcomeOf(path: string, marketplace: Marketplace, signal: AbortSignal): Promise<Outcome | null> {
  if (signal.aborted) return null;
  try {
    return await checkFile(path, marketplace, signal);
  } catch (fault) {
    if (signal.aborted) return null;
    if (fault instanceof UserFacingError) return { path, trouble: fault.sentence };
    throw fault;
  }
}

function linesOf(outcome: Outcome, marketplace: Marketplace, options: CheckOptions): string[] {
  const { json, csv } = options;
  if (json) return [escapeTerminalJson(asData(outcome, marketplace))];
  if (csv) return rowsOf(outcome, marketplace).map((cells) => csvRow(cells, options));
  if ('trouble' in outcome) return [terminalLine(outcome.trouble)];
  const { path, passes, findings } = outcome;
  const values = { file: path, name: marketplace.name };
  const count = countUncertain(findings);
  const head = !passes
    ? msg('cli.check.fails', values)
    : count > 0
      ? msg('cli.check.look', { ...values, count })
      : msg('cli.check.passes', values);
  const unkept = findings.filter((finding) => !finding.passes);
  return [terminalLine(head), ...unkept.map((finding) => `  ${terminalLine(remark(finding))}`)];
}

/** A finding as a line below its file. */
function remark({ level, certain, says }: RuleFinding): MessageDescriptor {
  if (level === 'should') return msg('cli.check.better', { says });
  return certain ? says : msg('cli.check.uncertain', { says });
}

function asData(outcome: Outcome, marketplace: Marketplace) {
  const { path } = outcome;
  const preset = marketplace.id;
  if ('trouble' in outcome)
    return { file: path, preset, passes: false, trouble: formatMessage(outcome.trouble, 'terminal') };
  const { passes, findings, measured } = outcome;
  const rules = findings.map((each, index) => ({
    ...each,
    says: formatMessage(each.says, 'terminal'),
    asks: marketplace.rules[index]?.asks,
  }));
  return { file: path, preset, passes, rules, measured };
}

function rowsOf(outcome: Outcome, { id }: Marketplace): (string | boolean)[][] {
  const { path } = outcome;
  if ('trouble' in outcome) return [[path, id, 'fails', '', '', '', formatMessage(outcome.trouble, 'terminal')]];
  return outcome.findings.map(({ kind, level, certain, passes, says }) => {
    const verdict = passes ? 'passes' : severityOf({ level, certain });
    return [path, id, verdict, kind, level, certain, formatMessage(says, 'terminal')];
  });
}

/** One line; cells that a spreadsheet would take for formulas are marked as text. */
function csvRow(cells: readonly (string | boolean)[], { csvSeparator = 'comma' }: CheckOptions): string {
  const delimiter = csvDelimiters[csvSeparator];
  return stringify([cells.map((cell) => escapeTerminalText(String(cell)))], {
    delimiter,
    escape_formulas: true,
    eof: false,
  });
}
