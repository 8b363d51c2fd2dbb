/** The command line: the same app without a window and without Electron. `cli/README.md` describes its parts. */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { languages, readingOf, terminalLanguages } from '../contract/messages/language.ts';
import { type Message, msg, UserFacingError } from '../contract/messages/message.ts';
import { setReading } from '../contract/messages/translator.ts';
import { ownVersion } from './bundled-resources.ts';
import { registerCommand } from './cli/command-definition.ts';
import { loadCommands } from './cli/command-list.ts';
import { type ExitCode, exitCodeOfError, exitCodes } from './cli/exit-codes.ts';
import { ignoreBrokenPipe } from './cli/output/stdout-errors.ts';
import { escapeTerminalText, terminalLine } from './cli/output/terminal-text.ts';
import type { LaunchEngine } from './cli/session/open-app.ts';
import { restrictToOwner } from './files/private-files.ts';

/**
 * Runs one command line to its end.
 * @param args a command and its arguments
 * @param launch starts the engine; null = as a child process of this Node
 */
export async function runCommandLine(args: readonly string[], launch: LaunchEngine | null = null): Promise<ExitCode> {
  ignoreBrokenPipe();
  // First, because errors in the options are shown in this language too.
  await setReading(readingOf([...languageOption(args), ...terminalLanguages(process.env)]));
  let exitCode: ExitCode = exitCodes.done;
  const registration = {
    args,
    launch,
    onExit: (code: ExitCode) => {
      exitCode = code;
    },
  };
  const program = createProgram();
  for (const [name, definition] of await loadCommands(args))
    await registerCommand(program, name, definition, registration);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.invalid;
    process.stderr.write(`${terminalLine(await messageOf(error))}\n`);
    return exitCodeOfError(error);
  }
}

function createProgram(): Command {
  return (
    new Command('burnish')
      .description('Retouch and cut out photographs in bulk.')
      .version(ownVersion(), '-V, --version', 'print the version')
      .exitOverride()
      // Commander quotes what was typed, which may be the name of a file that a shell's pattern inserted.
      .configureOutput({
        outputError: (text, write) => write(`${escapeTerminalText(text.trim().replace('\n(', ' ('))}\n`),
      })
      .configureHelp({ showGlobalOptions: true })
      .addOption(
        new Option('--lang <language>', `language of messages, instead of LANG: ${languages.join(', ')}`).argParser(
          parseLanguage,
        ),
      )
  );
}

/** Returns the value of `--lang` before commander parses it, if there is one. */
function languageOption(args: readonly string[]): string[] {
  const index = args.findIndex((word) => word === '--lang' || word.startsWith('--lang='));
  const value = index < 0 ? undefined : (args[index]!.split('=')[1] ?? args[index + 1]);
  return value === undefined ? [] : [value];
}

function parseLanguage(text: string): string {
  if (!languages.some((each) => each.toLowerCase() === text.toLowerCase()))
    throw new InvalidArgumentError(`Allowed choices are ${languages.join(', ')}.`);
  return text;
}

/** Replaces SQLite's message about a database that another program uses, because it does not help the user. */
async function messageOf(error: unknown): Promise<Message> {
  if (error instanceof UserFacingError) return error.sentence;
  const { troubleOf } = await import('./store/index.ts');
  if (troubleOf(error) === 'locked') return msg('store.trouble.inUse');
  return error instanceof Error ? error.message : String(error);
}

if (import.meta.main) {
  restrictToOwner();
  process.exitCode = await runCommandLine(process.argv.slice(2));
}
