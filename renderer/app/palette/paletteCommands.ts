/** Entries of the palette: groups while nothing is typed, else matching commands. */
import i18next from 'i18next';
import type { CommandId } from '../../../contract/app/shortcuts.ts';
import {
  commandsForContext,
  currentKeyContext,
  currentLabelOf,
  groupsForContext,
  isCommand,
  whyUnavailable,
} from '../../commands/table.ts';
import { currentData } from '../../state/data/store.ts';
import { changeSettings, currentSettings } from '../../state/settings/settings.ts';

/** The next steps of most photographs. */
const suggested: readonly CommandId[] = ['review.export', 'queue.with', 'review.with'];

/** They make sense once a gallery was made for a client. */
const ofClients: ReadonlySet<CommandId> = new Set([
  'app.picks',
  'review.takeOver',
  'review.unpickRest',
  'grid.showClient',
]);

const maxRecent = 5;

/** Puts a command before the others that were run last. */
export function rememberCommand(id: CommandId): void {
  const others = currentSettings().recentCommands.filter((each) => each !== id);
  void changeSettings({ recentCommands: [id, ...others].slice(0, maxRecent) });
}

export interface PaletteGroup {
  readonly title: string;
  readonly ids: readonly CommandId[];
}

/** Every command that works now, once. */
export function paletteGroups(): PaletteGroup[] {
  const ground = currentKeyContext();
  const { recentCommands, lastGallery } = currentData().settings;
  const left = new Set(
    commandsForContext(ground).filter(
      (id) => whyUnavailable(id) === null && (lastGallery !== null || !ofClients.has(id)),
    ),
  );
  const take = (title: string, wanted: readonly CommandId[]): PaletteGroup => {
    const ids = wanted.filter((id) => left.has(id));
    for (const id of ids) left.delete(id);
    return { title, ids };
  };
  const groups = [
    take(i18next.t('palette.recent'), (recentCommands as CommandId[]).filter(isCommand)),
    take(i18next.t('palette.suggested'), suggested),
    ...groupsForContext(ground).map((group) =>
      take(
        i18next.t(`help.groups.${group}`),
        [...left].filter((id) => id.startsWith(`${group}.`)),
      ),
    ),
  ];
  return groups.filter(({ ids }) => ids.length > 0);
}

/** Other words that people search for; few commands have none. */
const otherWordsOf = (id: CommandId): string[] =>
  i18next.t(`palette.words.${id}` as 'palette.words.app.open', { defaultValue: '' }).split(/[,、]/);

interface CommandCandidate {
  readonly id: CommandId;
  readonly label: string;
  readonly words: readonly string[];
}

/** Returns the commands with what they are found by, also those that do not work now. */
export const commandCandidates = (): CommandCandidate[] =>
  commandsForContext(currentKeyContext()).map((id) => ({ id, label: currentLabelOf(id), words: otherWordsOf(id) }));
