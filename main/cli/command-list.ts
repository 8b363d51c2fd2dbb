/** All commands of `burnish`. A start loads only the module of its command, because loading takes most of its time. */
import type { CliCommand, CommandGroup } from './command-definition.ts';

type LoadCommand = () => Promise<{ readonly command: CliCommand | CommandGroup }>;

const studioCommands: CommandGroup = {
  description: 'share a queue among several computers',
  /** In the order of `burnish studio --help`. */
  loadCommands: async () => {
    const [{ init, join, leave }, { stations, status }, { drain, limit, pause }, { serve }] = await Promise.all([
      import('./commands/studio/studio-membership.ts'),
      import('./commands/studio/studio-overview.ts'),
      import('./commands/studio/station-control.ts'),
      import('./commands/studio/studio-serve.ts'),
    ]);
    return { init, join, leave, status, stations, drain, pause, limit, serve };
  },
};

/** By name, in the order of `burnish --help`. */
const commands = {
  run: () => import('./commands/run.ts'),
  products: () => import('./commands/products.ts'),
  copy: () => import('./commands/copy.ts'),
  watch: () => import('./commands/watch.ts'),
  status: () => import('./commands/status.ts'),
  retry: () => import('./commands/retry.ts'),
  decide: () => import('./commands/decide.ts'),
  cancel: () => import('./commands/cancel.ts'),
  worker: () => import('./commands/studio/studio-worker.ts'),
  studio: async () => ({ command: studioCommands }),
  forget: () => import('./commands/forget.ts'),
  export: () => import('./commands/export.ts'),
  originals: () => import('./commands/originals.ts'),
  gallery: () => import('./commands/gallery.ts'),
  picks: () => import('./commands/picks.ts'),
  check: () => import('./commands/check.ts'),
  costs: () => import('./commands/costs.ts'),
  recipes: () => import('./commands/recipes.ts'),
  networks: () => import('./commands/networks.ts'),
  services: () => import('./commands/services.ts'),
} satisfies Record<string, LoadCommand>;

const isCommand = (word: string | undefined): word is keyof typeof commands =>
  word !== undefined && Object.hasOwn(commands, word);

/**
 * Loads the command that a command line begins with; none for the version. Otherwise, it loads all commands, because help
 * lists them, and an error suggests similar names.
 */
export async function loadCommands(args: readonly string[]): Promise<(readonly [string, CliCommand | CommandGroup])[]> {
  const first = args[0] === '--lang' ? args[2] : args[0]?.startsWith('--lang=') ? args[1] : args[0];
  if (first === '-V' || first === '--version') return [];
  const names = isCommand(first) ? [first] : (Object.keys(commands) as (keyof typeof commands)[]);
  return Promise.all(names.map(async (name) => [name, (await commands[name]()).command] as const));
}

/**
 * Returns the arguments for the command line: those after the mark of its launcher (assets/bin), or a command and its
 * arguments. Only Electron's switches and, in a checkout, the app's folder come before them.
 * @param argv with the program itself
 * @returns null if the window was started
 */
export function commandArguments(argv: readonly string[]): readonly string[] | null {
  const mark = argv.indexOf('--cli');
  if (mark > 0 && argv[mark + 1] === '--') return argv.slice(mark + 2);
  const index = argv.findIndex((word, place) => place > 0 && (isCommand(word) || word === 'help'));
  return index > 0 ? argv.slice(index) : null;
}
