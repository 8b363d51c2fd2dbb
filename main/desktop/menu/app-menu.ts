import { app, type BaseWindow, Menu, shell } from 'electron';
import log from 'electron-log/node.js';
import { type EditAction, type MenuCommand, menuCommands } from '../../../contract/app/menu-commands.ts';
import type { Settings } from '../../../contract/app/settings.ts';
import { readingOf } from '../../../contract/messages/language.ts';
import { setReading } from '../../../contract/messages/translator.ts';
import type { Store } from '../../store/index.ts';
import { type AppMenuAction, appMenu, type MenuConditions, type MenuTarget } from './menu-items.ts';
import { toMenuTemplate } from './menu-template.ts';

export interface AppMenuOptions {
  onCommand(command: MenuCommand): void;
  onEdit(action: EditAction): void;
  readonly logFolder: string;
}

export interface AppMenu {
  /** Replaces the application menu, in the current language. */
  show(shortcuts: Settings['shortcuts'], conditions: MenuConditions): void;
  /** Enables these commands and disables the others. */
  enableCommands(commands: readonly MenuCommand[]): void;
}

export function createAppMenu({ onCommand, onEdit, logFolder }: AppMenuOptions): AppMenu {
  const isMac = process.platform === 'darwin';
  const targets: readonly MenuTarget[] = [
    isMac ? 'mac' : 'windows-linux',
    ...(app.isPackaged ? [] : (['checkout'] as const)),
  ];
  /** Commands that the window reported last; null until then. */
  let enabled: ReadonlySet<string> | null = null;

  function onChoose(action: AppMenuAction, focusedWindow?: BaseWindow): void {
    if (action === 'app.logs') shell.showItemInFolder(logFolder);
    else if (!isEdit(action)) onCommand(action);
    // A system dialog of macOS in front edits its own text.
    else if (isMac && focusedWindow === undefined) Menu.sendActionToFirstResponder(`${editActionOf(action)}:`);
    else onEdit(editActionOf(action));
  }
  const isEnabled = (action: AppMenuAction) => enabled === null || !isMenuCommand(action) || enabled.has(action);

  return {
    show(shortcuts, conditions) {
      const template = toMenuTemplate(appMenu, { targets, conditions, shortcuts, isEnabled, onChoose });
      Menu.setApplicationMenu(Menu.buildFromTemplate(template));
    },
    enableCommands(commands) {
      enabled = new Set(commands);
      for (const id of menuCommands) {
        const item = Menu.getApplicationMenu()?.getMenuItemById(id);
        if (item) item.enabled = enabled.has(id);
      }
    },
  };
}

const isMenuCommand = (action: AppMenuAction): action is MenuCommand => menuCommands.some((id) => id === action);
const isEdit = (action: AppMenuAction): action is `edit.${EditAction}` => action.startsWith('edit.');
const editActionOf = (action: `edit.${EditAction}`) => action.slice('edit.'.length) as EditAction;

/** Settings that menus depend on. */
interface MenuSettings extends Pick<Settings, 'language' | 'shortcuts'> {
  readonly hasGallery: boolean;
  readonly isInStudio: boolean;
}

/**
 * Draws menus now and again whenever their settings change, which include the language.
 * @param languages of the system, best first
 */
export function followMenuSettings(
  { settings, changes }: Pick<Store, 'settings' | 'changes'>,
  languages: readonly string[],
  draw: (settings: MenuSettings) => void,
): { redraw(): void; stop(): void } {
  const read = (): MenuSettings => {
    const { language, shortcuts, lastGallery, studio } = settings.read();
    return { language, shortcuts, hasGallery: lastGallery !== null, isInStudio: studio !== null };
  };
  let drawn = read();
  draw(drawn);
  const stop = changes.subscribe(({ lists, foreign }) => {
    if (!foreign && !lists.has('settings')) return;
    const current = read();
    if (JSON.stringify(current) === JSON.stringify(drawn)) return;
    drawn = current;
    setReading(readingOf(languages, current.language)).then(
      () => draw(current),
      (error) => log.warn('The language could not be changed', error),
    );
  });
  return { redraw: () => draw(drawn), stop };
}
