import type { GalleryOptions, GalleryReport } from '../../../contract/delivery/gallery.ts';
import { msg } from '../../../contract/messages/message.ts';
import type { CliCommand, CommandInput } from '../command-definition.ts';
import { type ExitCode, exitCodeFor, UsageError } from '../exit-codes.ts';
import { type CommonOptions, jsonOption } from '../options/common-options.ts';
import { type PhotoSelection, selectionOptions, selectionQuery } from '../options/photo-selection.ts';
import { printDeliveryReport } from '../output/delivery-report.ts';
import { countMessages } from '../output/message-parts.ts';
import { printError, printMessage } from '../output/terminal-text.ts';
import { withSession } from '../session/command-session.ts';

interface GalleryCommandOptions extends CommonOptions, PhotoSelection {
  readonly to: string;
  readonly zip?: boolean;
  readonly title?: string;
  /** Name shown above the title. */
  readonly studio?: string;
  readonly message?: string;
  readonly captions?: string;
  readonly side?: string;
  readonly before?: boolean;
}

export const command: CliCommand = {
  description: 'make a gallery of finished photographs for a client to pick from and comment on in a browser',
  options: [...selectionOptions, jsonOption],
  accept(command) {
    command
      .requiredOption('--to <folder>', 'folder for the gallery')
      .option('--zip', 'make one ZIP file')
      .option('--title <words>', 'title of the gallery')
      .option('--studio <name>', 'studio name above the title')
      .option('--message <words>', 'message below the title')
      .option('--captions <template>', 'captions, such as {name} or {counter}; empty for none')
      .option('--side <pixels>', 'maximum length of the longest side (default: 2048)')
      .option('--before', 'include the originals for comparison');
  },
  run,
};

/** Ends with 1 unless every photograph is in the gallery. */
async function run({ options: command }: CommandInput<GalleryCommandOptions>): Promise<ExitCode> {
  const options = await parseGalleryOptions(command);
  if (options.folder === '') throw new UsageError(msg('cli.export.noFolder'));
  return withSession(command, async ({ app, interrupted }) => {
    const { createExportFolder } = await import('../../delivery/common/create-export-folder.ts');
    const { makeGallery } = await import('../../delivery/gallery/make-gallery.ts');
    await createExportFolder(options.folder);
    const choice = { query: await selectionQuery(command), except: [] };
    const report = await makeGallery(choice, options, app.core.galleries, interrupted);
    if (command.json) printDeliveryReport(report);
    else printReport(report);
    return exitCodeFor(report.failedCount === 0 && report.ending === 'whole');
  });
}

function printReport({ path, done, failed, failedCount, withoutBefore, ending, trouble }: GalleryReport): void {
  for (const { message } of failed) printError(message);
  if (trouble !== null) printError(trouble);
  if (path !== null) for (const line of [...countMessages(done, 'cli.gallery.done'), path]) printMessage(line);
  for (const line of countMessages(withoutBefore, 'cli.gallery.withoutBefore')) printError(line);
  for (const line of countMessages(failedCount, 'cli.gallery.failed')) printError(line);
  if (ending === 'stopped') printError(msg('cli.end.stopped'));
}

/** @throws UsageError */
async function parseGalleryOptions(command: GalleryCommandOptions): Promise<GalleryOptions> {
  const { galleryOptionsSchema } = await import('../../../contract/delivery/gallery.ts');
  const { parseOptions, resolveFolderOption } = await import('../options/parse-options.ts');
  const { to, zip, title, studio, message, captions, side, before } = command;
  const values = {
    folder: resolveFolderOption(to),
    zip,
    title,
    studio,
    message,
    captions,
    before,
    longestSide: side === undefined ? undefined : Number(side),
  };
  return parseOptions(galleryOptionsSchema, values, msg('cli.gallery.options'), {
    folder: 'to',
    title: 'title',
    studio: 'studio',
    message: 'message',
    captions: 'captions',
    longestSide: 'side',
  });
}
