/** The table of commands. The app registers them (`app/commands/commandTable.ts`), so that screens can look up each other's. */
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

export const commands = {} as CommandTable;
let findKeyContext = (): KeyContext => 'elsewhere';

export function registerCommands(table: CommandTable, keyContext: () => KeyContext): void {
  Object.assign(commands, table);
  findKeyContext = keyContext;
}

export const currentKeyContext = (): KeyContext => findKeyContext();

export const commandGroups = ['app', 'go', 'queue', 'review', 'grid', 'loupe', 'panes', 'touch', 'judging'] as const;
export type CommandGroup = (typeof commandGroups)[number];

/** Includes keys handled by controls. */
export const idsOf = (group: CommandGroup): ShortcutId[] => shortcutIds.filter((id) => id.startsWith(`${group}.`));

/** Groups for `context` come first, the most specific one on top. */
export function groupsForContext(context: KeyContext): CommandGroup[] {
  const contextsOf = (group: CommandGroup): (readonly KeyContext[])[] =>
    idsOf(group).map((id) => shortcuts[id].contexts);
  const isHere = (group: CommandGroup) => contextsOf(group).some((contexts) => contexts.includes(context));
  const meanContextCount = (group: CommandGroup) => contextsOf(group).flat().length / contextsOf(group).length;
  const activeGroups = commandGroups.filter(isHere).sort((a, b) => meanContextCount(a) - meanContextCount(b));
  return [...activeGroups, ...commandGroups.filter((group) => !isHere(group))];
}

export const isCommand = (id: ShortcutId): id is CommandId => id in commands;

export const nameOf = (id: ShortcutId): string => i18next.t(`commands.${id}`);
export const currentLabelOf = (id: CommandId): string => commands[id].label?.() ?? nameOf(id);

export function isOffered(id: CommandId, context: KeyContext = findKeyContext()): boolean {
  const { contexts }: Shortcut = shortcuts[id];
  return contexts.includes(context) && (commands[id].possible?.() ?? true);
}

export const whyUnavailable = (id: CommandId): string | null => commands[id].unavailable?.() ?? null;

export const isPossible = (id: CommandId, context: KeyContext = findKeyContext()): boolean =>
  isOffered(id, context) && whyUnavailable(id) === null;

/** Whether a command can run by opening Review. */
export const isReachable = (id: CommandId, context: KeyContext = findKeyContext()): boolean =>
  (context === 'queue' || context === 'elsewhere') &&
  commands[id].opensReview === true &&
  (commands[id].possible?.() ?? true);

/** For the palette, specific commands first. */
export function commandsForContext(context: KeyContext): CommandId[] {
  const isEverywhere = (id: ShortcutId) => id.startsWith('app.') || id.startsWith('go.');
  const offered = shortcutIds
    .filter(isCommand)
    .filter((id) => !commands[id].isForKeys && (isOffered(id, context) || isReachable(id, context)));
  return [...offered.filter((id) => !isEverywhere(id)), ...offered.filter(isEverywhere)];
}
