/** The form of a command's module, and its registration with commander. */
import { resolve } from 'node:path';
import type { Command, Option } from 'commander';
import { msg } from '../../contract/messages/message.ts';
import { type ExitCode, UsageError } from './exit-codes.ts';
import { type CommonOptions, dataOption } from './options/common-options.ts';
import { assertUsefulOptions, type OptionRule } from './options/option-rules.ts';
import type { LaunchEngine } from './session/open-app.ts';

/**
 * The export `command` of a module. All modules are loaded for `burnish --help`, so a module imports the database, images
 * and the network in `run`.
 */
export interface CliCommand {
  readonly description: string;
  /** Listed before `--data` in its help. */
  readonly options?: readonly Option[];
  /** Adds arguments, and the options listed after `--data`. */
  accept?(command: Command): void;
  /** Checked before `run`, so that no option is ignored. */
  readonly rules?: readonly OptionRule[];
  /** @throws UsageError, UserFacingError */
  run(input: CommandInput<CommonOptions, readonly unknown[]>): Promise<ExitCode>;
}

/** A command with subcommands. */
export interface CommandGroup {
  readonly description: string;
  /** Returns its subcommands by their names. */
  loadCommands(): Promise<Readonly<Record<string, CliCommand>>>;
}

export interface CommandInput<Options extends CommonOptions = CommonOptions, Args extends readonly unknown[] = []> {
  /** In the order of their definition; an optional one may be undefined. */
  readonly args: Args;
  /** `data` and `out` are absolute. */
  readonly options: Options;
  /** Starts the engine; null = as a child process of this Node. */
  readonly launch: LaunchEngine | null;
}

interface Registration {
  /** The command line. */
  readonly args: readonly string[];
  readonly launch: LaunchEngine | null;
  onExit(code: ExitCode): void;
}

/** Adds a command to its parent; subcommands only if the command line names their group. */
export async function registerCommand(
  parent: Command,
  name: string,
  definition: CliCommand | CommandGroup,
  registration: Registration,
): Promise<void> {
  const command = parent.command(name).description(definition.description);
  if ('loadCommands' in definition) {
    const subcommands = registration.args.includes(name) ? await definition.loadCommands() : {};
    for (const [each, subcommand] of Object.entries(subcommands))
      await registerCommand(command, each, subcommand, registration);
    return;
  }
  for (const option of [...(definition.options ?? []), dataOption()]) command.addOption(option);
  definition.accept?.(command);
  command.action(async () => {
    assertUsefulOptions(command, definition.rules ?? []);
    const options = toAbsoluteFolders(command.opts<CommonOptions & { readonly out?: string }>());
    registration.onExit(await definition.run({ args: command.processedArgs, options, launch: registration.launch }));
  });
}

function toAbsoluteFolders<O extends CommonOptions & { readonly out?: string }>(options: O): O {
  const out = options.out === undefined ? {} : { out: resolveOutput(options.out) };
  return { ...options, data: resolve(options.data), ...out };
}

/** @throws UsageError if a shell variable was empty, because results would be written into the current folder */
export function resolveOutput(folder: string): string {
  if (folder === '') throw new UsageError(msg('cli.out.empty'));
  return resolve(folder);
}
