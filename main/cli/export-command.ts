/** `burnish export`: hands results on from the command line, as the window's sheet does. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ExportOptions, type ExportReport, exportOptionsSchema } from '../../contract/delivery/export.ts';
import { type ExportPreset, findExportPreset } from '../../contract/delivery/export-presets.ts';
import { formatMessage } from '../../contract/messages/format-message.ts';
import { msg } from '../../contract/messages/message.ts';
import { supports16Bit } from '../../contract/recipes/output.ts';
import { createExportFolder } from '../delivery/common/create-export-folder.ts';
import { runExport } from '../delivery/export/run-export.ts';
import { type CommonOptions, type ExitCode, openReadOnly, openSession } from './command-session.ts';
import { countMessages } from './count-messages.ts';
import { assertUsefulExport, type OptionValues } from './option-rules.ts';
import { readOptions } from './parse-options.ts';
import { quotedList, UsageError } from './parse-recipe.ts';
import { parseRendering, type RenderingOptions, renderingOptions } from './parse-rendering.ts';
import { type PhotoSelection, selectionQuery } from './photo-selection.ts';
import { escapeTerminalJson, terminalLine } from './terminal-text.ts';

export interface ExportCommand extends CommonOptions, RenderingOptions, PhotoSelection {
  readonly preset?: string;
  readonly to?: string;
  readonly as?: string;
  readonly name?: string;
  readonly subfolders?: string;
  readonly move?: boolean;
  /** False: --no-decisions. */
  readonly decisions: boolean;
  readonly rejectedAsRating?: boolean;
  readonly csvSeparator?: string;
  readonly rows?: string;
  readonly columns?: string;
  readonly studio?: string;
  readonly title?: string;
  readonly creator?: string;
  readonly rights?: string;
}

/** Ends with 1 where anything was not exported. @throws UsageError for options that mean nothing, and a preset that is none */
export async function exportResults(command: ExportCommand): Promise<ExitCode> {
  const options = optionsOf(command, command.preset === undefined ? null : await presetNamed(command.preset, command));
  assertUsefulExport(givenOptions(command), optionsInEffect(options));
  if (options.kind !== 'outputs' && options.folder === '') throw new UsageError(msg('cli.export.noFolder'));
  const { format, depth } = options.rendering;
  if (options.kind === 'files' && depth === 16 && !supports16Bit(format)) {
    console.error(terminalLine(msg('cli.export.eightBits', { format: format.toUpperCase() })));
  }
  const query = selectionQuery(command);
  const session = await openSession(command, null);
  const { core } = session.app;
  try {
    // That of a preset is one that was chosen: where it is not there, its disk may be away.
    if (options.kind !== 'outputs' && command.to !== undefined) await createExportFolder(options.folder);
    const report = await runExport({ query, except: [] }, options, core.exports, session.interrupted);
    const { done, total, failed, failedCount, notes = [], ending, trouble } = report;
    if (command.json) printReport(report);
    else {
      for (const { message } of [...failed, ...notes]) console.error(terminalLine(message));
      if (trouble !== null) console.error(terminalLine(trouble));
      if (total === 0) console.log(terminalLine(msg('delivery.export.nothing')));
      for (const line of countMessages(done, 'cli.export.done')) console.log(terminalLine(line));
      for (const line of countMessages(failedCount, 'cli.export.failed')) console.error(terminalLine(line));
      if (options.kind === 'outputs' && total > 0 && done === 0 && failedCount === 0 && ending === 'whole')
        console.log(terminalLine(msg('cli.export.allThere')));
      if (ending === 'stopped') console.error(terminalLine(msg('cli.end.stopped')));
    }
    return failedCount > 0 || ending !== 'whole' ? 1 : 0;
  } finally {
    await session.close();
  }
}

/** Options as typed, without those of every command. */
function givenOptions({ data: _, json: __, decisions, ...options }: ExportCommand): OptionValues {
  return { ...options, ...(decisions ? {} : { decisions }) };
}

/** Options of the command and its preset together, by their names. */
function optionsInEffect({ kind, move, writeDecisions, rendering }: ExportOptions): OptionValues {
  const { format, size, colour, metadata } = rendering;
  return {
    as: kind,
    keep: metadata.keep,
    ...(move ? { move } : {}),
    ...(writeDecisions ? {} : { decisions: false }),
    ...(format === 'auto' ? {} : { format }),
    ...(size.kind === 'longest' ? { side: size.px } : {}),
    ...(size.kind === 'exact' ? { size: `${size.width}x${size.height}` } : {}),
    ...(colour === 'photograph' ? {} : { color: colour }),
  };
}

/** As JSON, with its sentences in words. */
export function printReport(report: ExportReport): void {
  const { failed, trouble } = report;
  const messages = failed.map(({ name, message }) => ({ name, message: formatMessage(message, 'terminal') }));
  console.log(
    escapeTerminalJson({ ...report, failed: messages, trouble: trouble && formatMessage(trouble, 'terminal') }),
  );
}

/** Absolute; '' for none, as of a variable that has no value. */
export const resolveFolderOption = (to: string | undefined): string =>
  to === undefined || to === '' ? '' : resolve(to);

/** The option that a field is said with, by the field's path. */
const optionsByField: Readonly<Record<string, string>> = {
  ...{ kind: 'as', template: 'name', folder: 'to', separator: 'csv-separator' },
  ...Object.fromEntries(
    ['studio', 'rows', 'columns', 'subfolders', 'title', 'creator', 'rights'].map((name) => [name, name]),
  ),
  ...Object.fromEntries(Object.entries(renderingOptions).map(([field, option]) => [`rendering.${field}`, option])),
};

/** What was given that name in the window. @throws UsageError that names those there are */
async function presetNamed(name: string, { data }: CommonOptions): Promise<ExportOptions> {
  const presets = await knownPresets(data);
  const found = findExportPreset(presets, name);
  if (found !== undefined) return found.options;
  const known = quotedList(presets.map(({ name }) => name));
  throw new UsageError(msg('cli.export.noPreset', { preset: name, presets: known }));
}

/** None where there is no data folder yet. */
async function knownPresets(data: string): Promise<readonly ExportPreset[]> {
  if (!existsSync(join(data, 'burnish.db'))) return [];
  const session = await openReadOnly({ data });
  try {
    return session.store.exportPresets.list();
  } finally {
    await session.close();
  }
}

/** What the command says, and of the rest what the preset says. */
function optionsOf(command: ExportCommand, preset: ExportOptions | null): ExportOptions {
  const { to, name, move, decisions, rejectedAsRating, subfolders, title, creator, rights } = command;
  const given = {
    folder: to === undefined ? undefined : resolveFolderOption(to),
    kind: command.as,
    separator: command.csvSeparator,
    studio: command.studio,
    rows: command.rows === undefined ? undefined : Number(command.rows),
    columns: command.columns === undefined ? undefined : Number(command.columns),
    writeDecisions: decisions ? undefined : false,
    ...{ move, rejectedAsRating, subfolders, title, creator, rights, template: name },
    rendering: parseRendering(command, preset?.rendering),
  };
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return readOptions(exportOptionsSchema, { ...preset, ...changes }, msg('cli.export.options'), optionsByField);
}
