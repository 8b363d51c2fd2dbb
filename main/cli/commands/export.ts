import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Option } from 'commander';
import type { ExportOptions, ExportReport } from '../../../contract/delivery/export.ts';
import type { ExportPreset } from '../../../contract/delivery/export-presets.ts';
import { msg } from '../../../contract/messages/message.ts';
import { metadataGroups, supports16Bit } from '../../../contract/recipes/output.ts';
import type { CliCommand, CommandInput } from '../command-definition.ts';
import { type ExitCode, exitCodeFor, UsageError } from '../exit-codes.ts';
import { csvSeparatorOption, jsonOption } from '../options/common-options.ts';
import type { ExportCommandOptions } from '../options/export-options.ts';
import { selectionOptions, selectionQuery } from '../options/photo-selection.ts';
import { printDeliveryReport } from '../output/delivery-report.ts';
import { countMessages, quotedList } from '../output/message-parts.ts';
import { printError, printMessage } from '../output/terminal-text.ts';
import { withReadOnlySession, withSession } from '../session/command-session.ts';

export const command: CliCommand = {
  description: 'export finished photographs to a folder',
  options: [...selectionOptions, jsonOption],
  accept(command) {
    command
      .option('--preset <name>', 'export preset; other options override it')
      .option('--to <folder>', 'folder for the files; outputs go to the folder of their recipe')
      .option(
        '--as <what>',
        'what to export: files, paths (outlines of cutouts, as SVG), sidecars (XMP files of raw originals), outputs (additional files of their recipes, made again), sheet, sheetPictures (contact sheets), csv, json or report (outcome of each photograph of a batch) (default: files)',
      )
      .option('--format <format>', 'file format: same, jpeg, tiff, png, webp, avif or psd (default: same)')
      .option('--quality <number>', 'quality of JPEG, WEBP and AVIF, 1 to 100')
      .option('--most-kb <number>', 'maximum size of a JPEG in KB')
      .option('--depth <bits>', 'bits per channel of PNG and TIFF, 8 or 16')
      .option('--side <pixels>', 'maximum length of the longest side')
      .option('--size <width>x<height>', 'exact size in pixels')
      .option('--background <color>', 'color around the picture, and behind cutouts in JPEG, such as #ffffff')
      .option('--enlarge', 'enlarge smaller pictures to that side or size')
      .option('--sharpen <for>', 'sharpening of scaled pictures: off, screen or print')
      .option('--color <space>', 'color space: photograph, srgb, adobe-rgb or display-p3')
      .addOption(new Option('--colour <space>').hideHelp())
      .option('--keep <data>', 'metadata to keep: all, credit (creator and copyright) or none')
      .option('--without <groups>', `metadata to leave out of all: ${metadataGroups.join(', ')} (default: location)`)
      .option('--name <template>', 'file names, such as {name}-{counter}')
      .option('--subfolders <how>', 'subfolders: none, batch or label')
      .option('--move', 'move the files unchanged, instead of copying them')
      .option('--keep-location', 'keep the location')
      .option('--no-decisions', 'write no stars, labels or flags')
      .option('--rejected-as-rating', 'write rejected photographs with a rating of -1')
      .addOption(csvSeparatorOption)
      .option('--rows <number>', 'rows of a contact sheet')
      .option('--columns <number>', 'columns of a contact sheet')
      .option('--studio <name>', 'studio name above each page of a contact sheet')
      .option('--title <words>', 'title to write into each file')
      .option('--creator <name>', 'creator to write into each file')
      .option('--rights <words>', 'copyright to write into each file');
  },
  run,
};

/** Ends with 1 unless everything was exported. @throws UsageError for an unknown preset, too */
async function run({ options: command }: CommandInput<ExportCommandOptions>): Promise<ExitCode> {
  const { exportOptionsOf } = await import('../options/export-options.ts');
  const preset = command.preset === undefined ? null : await findPreset(command.preset, command.data);
  const options = exportOptionsOf(command, preset);
  if (options.kind !== 'outputs' && options.folder === '') throw new UsageError(msg('cli.export.noFolder'));
  warnOfDepth(options);
  return withSession(command, async ({ app, interrupted }) => {
    const { runExport } = await import('../../delivery/export/run-export.ts');
    const { createExportFolder } = await import('../../delivery/common/create-export-folder.ts');
    // Not that of a preset: if it is missing, its disk may be unavailable.
    if (options.kind !== 'outputs' && command.to !== undefined) await createExportFolder(options.folder);
    const choice = { query: await selectionQuery(command), except: [] };
    const report = await runExport(choice, options, app.core.exports, interrupted);
    if (command.json) printDeliveryReport(report);
    else printReport(report, options);
    return exitCodeFor(report.failedCount === 0 && report.ending === 'whole');
  });
}

function warnOfDepth({ kind, rendering: { format, depth } }: ExportOptions): void {
  if (kind === 'files' && depth === 16 && !supports16Bit(format))
    printError(msg('cli.export.eightBits', { format: format.toUpperCase() }));
}

function printReport(report: ExportReport, { kind }: ExportOptions): void {
  const { done, total, failed, failedCount, notes = [], ending, trouble } = report;
  for (const { message } of [...failed, ...notes]) printError(message);
  if (trouble !== null) printError(trouble);
  if (total === 0) printMessage(msg('delivery.export.nothing'));
  for (const line of countMessages(done, 'cli.export.done')) printMessage(line);
  for (const line of countMessages(failedCount, 'cli.export.failed')) printError(line);
  if (kind === 'outputs' && total > 0 && done === 0 && failedCount === 0 && ending === 'whole')
    printMessage(msg('cli.export.allThere'));
  if (ending === 'stopped') printError(msg('cli.end.stopped'));
}

/** @throws UsageError that lists the presets */
async function findPreset(name: string, data: string): Promise<ExportOptions> {
  const { findExportPreset } = await import('../../../contract/delivery/export-presets.ts');
  const presets = await listPresets(data);
  const preset = findExportPreset(presets, name);
  if (preset !== undefined) return preset.options;
  const names = quotedList(presets.map((each) => each.name));
  throw new UsageError(msg('cli.export.noPreset', { preset: name, presets: names }));
}

/** Returns no presets if there is no database yet. */
async function listPresets(data: string): Promise<readonly ExportPreset[]> {
  if (!existsSync(join(data, 'burnish.db'))) return [];
  return withReadOnlySession({ data }, ({ store }) => store.exportPresets.list());
}
