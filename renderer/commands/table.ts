/** The one table of commands: palette, context menus, the list of shortcuts, the settings, and the keys all read it. */
import i18next from 'i18next';
import {
  type CommandId,
  type KeyContext,
  type Shortcut,
  type ShortcutId,
  shortcutIds,
  shortcuts,
} from '../../contract/app/shortcuts.ts';
import { judgingCommands } from '../screens/comparisons/judgingCommands.ts';
import { appCommands, goCommands } from './appCommands.ts';
import type { Command } from './command.ts';
import { currentKeyContext } from './keyContext.ts';
import { loupeCommands, paneCommands, touchCommands } from './loupe.ts';
import { queueCommands } from './queue.ts';
import { gridCommands, reachableCommands, reviewCommands } from './review.ts';

export const commands: Readonly<Record<CommandId, Command>> = {
  ...appCommands,
  ...goCommands,
  ...queueCommands,
  ...reviewCommands,
  ...gridCommands,
  ...loupeCommands,
  ...paneCommands,
  ...touchCommands,
  ...judgingCommands,
};

/** In the order in which they are listed. */
export const commandGroups = ['app', 'go', 'queue', 'review', 'grid', 'loupe', 'panes', 'touch', 'judging'] as const;
export type CommandGroup = (typeof commandGroups)[number];

/** What is listed under a heading: commands, and what keys do beside them. */
export const idsOf = (group: CommandGroup): ShortcutId[] => shortcutIds.filter((id) => id.startsWith(`${group}.`));

/** What can be done on a ground before the others, and of that first what is particular to it. */
export function groupsForContext(ground: KeyContext): CommandGroup[] {
  const placesOf = (group: CommandGroup): (readonly KeyContext[])[] => idsOf(group).map((id) => shortcuts[id].contexts);
  const isHere = (group: CommandGroup) => placesOf(group).some((contexts) => contexts.includes(ground));
  /** On how many grounds a command of it is there, on average. */
  const breadth = (group: CommandGroup) => placesOf(group).flat().length / placesOf(group).length;
  const activeGroups = commandGroups.filter(isHere).sort((a, b) => breadth(a) - breadth(b));
  return [...activeGroups, ...commandGroups.filter((group) => !isHere(group))];
}

export const isCommand = (id: ShortcutId): id is CommandId => id in commands;

/** What a command is called in a list of all. */
export const nameOf = (id: ShortcutId): string => i18next.t(`commands.${id}`);
/** What it is called now. */
export const currentLabelOf = (id: CommandId): string => commands[id].words?.() ?? nameOf(id);

/** Whether there is something to do it with where the keys are now. */
export function isOffered(id: CommandId, ground: KeyContext = currentKeyContext()): boolean {
  const { contexts: at }: Shortcut = shortcuts[id];
  return at.includes(ground) && (commands[id].possible?.() ?? true);
}

/** Returns why an offered command does not work now, or null. */
export const whyUnavailable = (id: CommandId): string | null => commands[id].unavailable?.() ?? null;

/** Whether a command can run in a key context. */
export const isPossible = (id: CommandId, ground: KeyContext = currentKeyContext()): boolean =>
  isOffered(id, ground) && whyUnavailable(id) === null;

/** Whether a command of Review can run from another screen, because it opens Review first. */
export const isReachable = (id: CommandId, ground: KeyContext = currentKeyContext()): boolean =>
  (ground === 'queue' || ground === 'elsewhere') && reachableCommands.has(id) && (commands[id].possible?.() ?? true);

/** Commands that the palette offers in a key context, its own commands first. */
export function commandsForContext(ground: KeyContext): CommandId[] {
  const isEverywhere = (id: ShortcutId) => id.startsWith('app.') || id.startsWith('go.');
  const offered = shortcutIds
    .filter(isCommand)
    .filter((id) => !commands[id].isForKeys && (isOffered(id, ground) || isReachable(id, ground)));
  return [...offered.filter((id) => !isEverywhere(id)), ...offered.filter(isEverywhere)];
}
