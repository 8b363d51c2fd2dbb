/**
 * The command table, read by the palette, menus, keys, the list of shortcuts and the settings. Each screen defines its
 * commands; the app registers them (`app/commandTable.ts`), so that screens can look up each other's commands.
 */
import i18next from 'i18next';
import {
  type CommandId,
  type KeyContext,
  type Shortcut,
  type ShortcutId,
  shortcutIds,
  shortcuts,
} from '../../contract/app/shortcuts.ts';
import type { Command } from './command.ts';

export type CommandTable = Readonly<Record<CommandId, Command>>;

/** Complete once the app has started. */
export const commands = {} as CommandTable;
let findKeyContext = (): KeyContext => 'elsewhere';

/** @param keyContext returns the part of the window that receives the keys */
export function registerCommands(table: CommandTable, keyContext: () => KeyContext): void {
  Object.assign(commands, table);
  findKeyContext = keyContext;
}

export const currentKeyContext = (): KeyContext => findKeyContext();

/** In the order of lists. */
export const commandGroups = ['app', 'go', 'queue', 'review', 'grid', 'loupe', 'panes', 'touch', 'judging'] as const;
export type CommandGroup = (typeof commandGroups)[number];

/** Commands, and keys that controls handle themselves. */
export const idsOf = (group: CommandGroup): ShortcutId[] => shortcutIds.filter((id) => id.startsWith(`${group}.`));

/** Groups with commands for `context` come first, the most specific one at the top. */
export function groupsForContext(context: KeyContext): CommandGroup[] {
  const contextsOf = (group: CommandGroup): (readonly KeyContext[])[] =>
    idsOf(group).map((id) => shortcuts[id].contexts);
  const isHere = (group: CommandGroup) => contextsOf(group).some((contexts) => contexts.includes(context));
  /** Mean number of contexts of its commands. */
  const breadth = (group: CommandGroup) => contextsOf(group).flat().length / contextsOf(group).length;
  const activeGroups = commandGroups.filter(isHere).sort((a, b) => breadth(a) - breadth(b));
  return [...activeGroups, ...commandGroups.filter((group) => !isHere(group))];
}

export const isCommand = (id: ShortcutId): id is CommandId => id in commands;

/** Fixed title, for lists. */
export const nameOf = (id: ShortcutId): string => i18next.t(`commands.${id}`);
/** Title that fits the current state. */
export const currentLabelOf = (id: CommandId): string => commands[id].label?.() ?? nameOf(id);

/** Whether the command applies to something in a key context. */
export function isOffered(id: CommandId, context: KeyContext = findKeyContext()): boolean {
  const { contexts }: Shortcut = shortcuts[id];
  return contexts.includes(context) && (commands[id].possible?.() ?? true);
}

/** Returns why an offered command does not work now, or null. */
export const whyUnavailable = (id: CommandId): string | null => commands[id].unavailable?.() ?? null;

/** Whether a command can run in a key context. */
export const isPossible = (id: CommandId, context: KeyContext = findKeyContext()): boolean =>
  isOffered(id, context) && whyUnavailable(id) === null;

/** Whether a command of Review can run from another screen, because it opens Review first. */
export const isReachable = (id: CommandId, context: KeyContext = findKeyContext()): boolean =>
  (context === 'queue' || context === 'elsewhere') &&
  commands[id].opensReview === true &&
  (commands[id].possible?.() ?? true);

/** Commands that the palette offers in a key context, its own commands first. */
export function commandsForContext(context: KeyContext): CommandId[] {
  const isEverywhere = (id: ShortcutId) => id.startsWith('app.') || id.startsWith('go.');
  const offered = shortcutIds
    .filter(isCommand)
    .filter((id) => !commands[id].isForKeys && (isOffered(id, context) || isReachable(id, context)));
  return [...offered.filter((id) => !isEverywhere(id)), ...offered.filter(isEverywhere)];
}
