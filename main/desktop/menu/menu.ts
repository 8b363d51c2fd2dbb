/** The application menu. */
import { app, Menu, type MenuItemConstructorOptions, shell } from 'electron';
import { type EditAction, type MenuCommand, menuCommands } from '../../../contract/app/menu-commands.ts';
import type { Settings } from '../../../contract/app/settings.ts';
import type { CommandId } from '../../../contract/app/shortcuts.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { acceleratorOf } from './accelerators.ts';

const titles: Readonly<Record<MenuCommand, MessageDescriptor>> = {
  'app.open': msg('desktop.menu.open'),
  'app.copyCard': msg('desktop.menu.copyCard'),
  'app.products': msg('desktop.menu.products'),
  'app.newRecipe': msg('desktop.menu.newRecipe'),
  'app.newFolder': msg('desktop.menu.newFolder'),
  'review.export': msg('desktop.menu.export'),
  'review.gallery': msg('desktop.menu.gallery'),
  'app.picks': msg('desktop.menu.picks'),
  'review.takeOver': msg('desktop.menu.takeOver'),
  'review.unpickRest': msg('desktop.menu.unpickRest'),
  'go.queue': msg('desktop.menu.queue'),
  'go.review': msg('desktop.menu.review'),
  'go.folders': msg('desktop.menu.folders'),
  'go.recipes': msg('desktop.menu.recipes'),
  'go.services': msg('desktop.menu.services'),
  'go.settings': msg('desktop.menu.settings'),
  'go.studio': msg('desktop.menu.studio'),
  'review.follow': msg('desktop.menu.follow'),
  'review.followSecond': msg('desktop.menu.followSecond'),
  'app.palette': msg('desktop.menu.palette'),
  'app.help': msg('desktop.menu.shortcuts'),
  'app.crashes': msg('desktop.menu.crashes'),
  'app.about': msg('desktop.menu.about'),
};

/** Electron's own items, which it would call by their English names. */
const roles = {
  services: msg('desktop.menu.systemServices'),
  hide: msg('desktop.menu.hide'),
  hideOthers: msg('desktop.menu.hideOthers'),
  unhide: msg('desktop.menu.showAll'),
  quit: msg('desktop.menu.quit'),
  close: msg('desktop.menu.close'),
  cut: msg('desktop.menu.cut'),
  paste: msg('desktop.menu.paste'),
  delete: msg('desktop.menu.delete'),
  resetZoom: msg('desktop.menu.actualSize'),
  zoomIn: msg('desktop.menu.zoomIn'),
  zoomOut: msg('desktop.menu.zoomOut'),
  togglefullscreen: msg('desktop.menu.fullScreen'),
  minimize: msg('desktop.menu.minimize'),
  zoom: msg('desktop.menu.zoom'),
  front: msg('desktop.menu.front'),
} as const satisfies Readonly<Partial<Record<NonNullable<MenuItemConstructorOptions['role']>, MessageDescriptor>>>;
type Item = keyof typeof roles | '-';

const isMac = process.platform === 'darwin';

const appItems: readonly Item[] = ['services', '-', 'hide', 'hideOthers', 'unhide', '-', 'quit'];
const viewItems: readonly Item[] = ['resetZoom', 'zoomIn', 'zoomOut', '-', 'togglefullscreen'];
const windowItems: readonly Item[] = isMac ? ['minimize', 'zoom', '-', 'front'] : ['minimize', 'close'];

/** The letter that opens a menu with Alt stands in the catalog, as Windows and Linux have it: “&File”, “ファイル(&F)”. */
const menuName = (sentence: MessageDescriptor): string => {
  const name = formatMessage(sentence);
  return isMac ? name.replace(/\(&.\)|&/, '') : name;
};

const items = (list: readonly Item[]): MenuItemConstructorOptions[] =>
  list.map((role) => (role === '-' ? { type: 'separator' } : { role, label: formatMessage(roles[role]) }));

export interface MenuActions {
  run(command: MenuCommand): void;
  edit(action: EditAction): void;
  readonly logFolder: string;
}

export interface MenuState extends Pick<Settings, 'shortcuts'> {
  /** A gallery for a client was made once. */
  readonly hasGallery: boolean;
  readonly isInStudio: boolean;
  readonly hasSecondDisplay: boolean;
}

/** Items that the window reported last; null: all are enabled. */
let possible: ReadonlySet<MenuCommand> | null = null;

/** Enables these commands, and disables the others. */
export function enableInMenu(commands: readonly MenuCommand[]): void {
  possible = new Set(commands);
  for (const id of menuCommands) {
    const item = Menu.getApplicationMenu()?.getMenuItemById(id);
    if (item) item.enabled = possible.has(id);
  }
}

type Template = MenuItemConstructorOptions[];
const separator: MenuItemConstructorOptions = { type: 'separator' };

/** On macOS, text is edited by keys of the menu only: these remain if the visible items have custom keys. */
const hiddenTextItems = (['undo', 'redo', 'copy', 'selectAll'] as const).map((role) => ({ role, visible: false }));

/** Creates items of commands and of the Edit menu, with the keys that they have now. */
function itemFactory({ run, edit }: MenuActions, { shortcuts, ...state }: MenuState) {
  const keyOf = (id: CommandId) => {
    const accelerator = acceleratorOf(id, shortcuts);
    return accelerator === undefined ? {} : { accelerator };
  };
  const isVisible = (id: MenuCommand): boolean => {
    if (id === 'app.picks' || id === 'review.takeOver' || id === 'review.unpickRest') return state.hasGallery;
    if (id === 'go.studio') return state.isInStudio;
    return id !== 'review.followSecond' || state.hasSecondDisplay;
  };
  return {
    commandItem: (id: MenuCommand): MenuItemConstructorOptions => ({
      id,
      label: formatMessage(titles[id]),
      ...keyOf(id),
      enabled: possible?.has(id) ?? true,
      visible: isVisible(id),
      click: () => run(id),
    }),
    editItem: (action: EditAction, label: MessageDescriptor, command: CommandId): MenuItemConstructorOptions => ({
      id: `edit.${action}`,
      label: formatMessage(label),
      ...keyOf(command),
      // On macOS, a system dialog in front edits its own text.
      click: (_, focusedWindow) =>
        isMac && focusedWindow === undefined ? Menu.sendActionToFirstResponder(`${action}:`) : edit(action),
    }),
    keyOf,
  };
}

/** Replaces the application menu. */
export function setMenu(actions: MenuActions, state: MenuState): void {
  const { commandItem, editItem, keyOf } = itemFactory(actions, state);
  const commands = (...ids: readonly MenuCommand[]): Template => ids.map(commandItem);
  const menu = (title: MessageDescriptor, submenu: Template, role?: 'window' | 'help') => ({
    label: menuName(title),
    submenu,
    ...(role === undefined ? {} : { role }),
  });
  const template: Template = [
    ...(isMac ? [{ label: 'Burnish', submenu: [commandItem('app.about'), separator, ...items(appItems)] }] : []),
    menu(msg('desktop.menu.file'), [
      ...commands('app.open', 'app.copyCard', 'app.products'),
      separator,
      ...commands('app.newRecipe', 'app.newFolder'),
      separator,
      ...commands('review.export', 'review.gallery', 'app.picks', 'review.takeOver', 'review.unpickRest'),
      separator,
      ...items(isMac ? ['close'] : ['quit']),
    ]),
    menu(msg('desktop.menu.edit'), [
      editItem('undo', msg('desktop.menu.undo'), 'app.undo'),
      editItem('redo', msg('desktop.menu.redo'), 'app.redo'),
      separator,
      ...items(['cut']),
      editItem('copy', msg('desktop.menu.copy'), 'review.copy'),
      ...items(['paste', 'delete', '-']),
      editItem('selectAll', msg('desktop.menu.selectAll'), 'grid.all'),
      ...(isMac ? hiddenTextItems : []),
    ]),
    menu(
      msg('desktop.menu.go'),
      commands('go.queue', 'go.review', 'go.folders', 'go.recipes', 'go.services', 'go.settings', 'go.studio'),
    ),
    menu(msg('desktop.menu.view'), [
      ...commands('review.follow', 'review.followSecond'),
      separator,
      ...items(viewItems),
      ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' } satisfies MenuItemConstructorOptions]),
    ]),
    menu(msg('desktop.menu.window'), items(windowItems), 'window'),
    menu(
      msg('desktop.menu.help'),
      [
        ...commands('app.palette', 'app.help'),
        separator,
        ...commands('app.crashes'),
        {
          label: formatMessage(msg('desktop.menu.logs')),
          ...keyOf('app.logs'),
          click: () => shell.showItemInFolder(actions.logFolder),
        },
        ...(isMac ? [] : [separator, commandItem('app.about')]),
      ],
      'help',
    ),
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
