/** Commands in the palette: groups while nothing is typed, else candidates for matching. */
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

const suggested: readonly CommandId[] = ['review.export', 'queue.with', 'review.with'];

/** Hidden until a gallery has been made. */
const clientCommands: ReadonlySet<CommandId> = new Set([
  'app.picks',
  'review.takeOver',
  'review.unpickRest',
  'grid.showClient',
]);

const maxRecent = 5;

export function rememberCommand(id: CommandId): void {
  const others = currentSettings().recentCommands.filter((each) => each !== id);
  void changeSettings({ recentCommands: [id, ...others].slice(0, maxRecent) });
}

export interface PaletteGroup {
  readonly title: string;
  readonly ids: readonly CommandId[];
}

/** Returns each command that works now once. */
export function paletteGroups(): PaletteGroup[] {
  const context = currentKeyContext();
  const { recentCommands, lastGallery } = currentData().settings;
  const left = new Set(
    commandsForContext(context).filter(
      (id) => whyUnavailable(id) === null && (lastGallery !== null || !clientCommands.has(id)),
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
    ...groupsForContext(context).map((group) =>
      take(
        i18next.t(`help.groups.${group}`),
        [...left].filter((id) => id.startsWith(`${group}.`)),
      ),
    ),
  ];
  return groups.filter(({ ids }) => ids.length > 0);
}

const keywordsOf = (id: CommandId): string[] =>
  i18next.t(`palette.words.${id}` as 'palette.words.app.open', { defaultValue: '' }).split(/[,、]/);

interface CommandCandidate {
  readonly id: CommandId;
  readonly label: string;
  readonly keywords: readonly string[];
}

/** Includes commands that do not work now. */
export const commandCandidates = (): CommandCandidate[] =>
  commandsForContext(currentKeyContext()).map((id) => ({ id, label: currentLabelOf(id), keywords: keywordsOf(id) }));
