import { resolve } from 'node:path';
import { msg } from '../../../contract/messages/message.ts';
import type { CliCommand, CommandInput } from '../command-definition.ts';
import { type ExitCode, UsageError } from '../exit-codes.ts';
import {
  type AddingOptions,
  againOption,
  type BatchTermOptions,
  followLinksOption,
  noSubfoldersOption,
  outOption,
  recipeOption,
  termOptions,
} from '../options/adding-options.ts';
import { jsonLinesOption } from '../options/common-options.ts';
import { requireExactlyOne } from '../options/option-rules.ts';
import { type PhotoInfoOptions, photoInfoOptions } from '../options/photo-info-options.ts';
import { type PhotoSelection, selectionOptions } from '../options/photo-selection.ts';
import { serviceOptions, serviceRules } from '../options/service-options.ts';
import { stationOptions, stationRules } from '../options/studio-options.ts';

interface RunOptions extends Omit<AddingOptions, 'recipe'>, PhotoSelection, PhotoInfoOptions, BatchTermOptions {
  readonly recipe?: string;
  readonly again?: boolean;
  readonly againWith?: string;
}

export const command: CliCommand = {
  description: 'process photographs and folders of photographs',
  options: [
    recipeOption,
    outOption,
    ...selectionOptions,
    ...serviceOptions,
    ...termOptions,
    ...stationOptions,
    jsonLinesOption,
  ],
  accept(command) {
    command
      .argument('[paths...]', 'files and folders')
      .option(
        '--again-with <recipe>',
        'process existing photographs with this recipe, or `own`: each with the current version of its own recipe; steps that are paid and unchanged are not sent again',
      )
      .addOption(againOption)
      .addOption(noSubfoldersOption)
      .addOption(followLinksOption);
    for (const option of photoInfoOptions) command.addOption(option);
  },
  rules: [
    ...serviceRules,
    ...stationRules,
    { options: ['--again', '--no-subfolders', '--follow-links'], needs: ['[paths...]'] },
  ],
  run,
};

/** Adds photographs and runs until they are finished. Repeating the command resumes its jobs. */
async function run({ args: [paths], options, launch }: CommandInput<RunOptions, [string[]]>): Promise<ExitCode> {
  const { recipe, againWith, batch, picked, search } = options;
  const hasSelection = batch !== undefined || picked !== undefined || search !== undefined;
  if (hasSelection && againWith === undefined) throw new UsageError(msg('cli.usage.whichAgain'));
  const { runAgainWith, runPaths } = await import('../queue/run-photographs.ts');
  if (againWith === undefined || paths.length > 0) {
    requireExactlyOne({ '--recipe': recipe, '--again-with': againWith });
    if (paths.length === 0) throw new UsageError(msg('cli.usage.noPaths'));
    if (hasSelection) throw new UsageError(msg('cli.usage.pathsOrWhich'));
    const absolute = paths.map((path) => resolve(path));
    return runPaths(absolute, { ...options, recipe: recipe ?? againWith ?? '' }, launch);
  }
  if (recipe !== undefined) throw new UsageError(msg('cli.usage.noPaths'));
  return runAgainWith(againWith, options, launch);
}
