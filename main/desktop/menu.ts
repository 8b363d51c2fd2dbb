/** The application menu. */
import { app, Menu, type MenuItemConstructorOptions, shell } from 'electron';
import type { ChangedKeys, CommandId } from '../../contract/app/shortcuts.ts';
import { formatMessage } from '../../contract/messages/format-message.ts';
import { type MessageDescriptor, msg } from '../../contract/messages/message.ts';
import type { Events } from '../../preload/channels.ts';
import { acceleratorOf } from './accelerators.ts';

type Screen = NonNullable<Events['navigate']['screen']>;

const screens: readonly [Screen, MessageDescriptor][] = [
  ['queue', msg('desktop.menu.queue')],
  ['review', msg('desktop.menu.review')],
  ['folders', msg('desktop.menu.folders')],
  ['recipes', msg('desktop.menu.recipes')],
  ['services', msg('desktop.menu.services')],
  ['settings', msg('desktop.menu.settings')],
  ['studio', msg('desktop.menu.studio')],
];

/** What Electron does by itself, and would call by its English name. */
const roles = {
  services: msg('desktop.menu.systemServices'),
  hide: msg('desktop.menu.hide'),
  hideOthers: msg('desktop.menu.hideOthers'),
  unhide: msg('desktop.menu.showAll'),
  quit: msg('desktop.menu.quit'),
  close: msg('desktop.menu.close'),
  undo: msg('desktop.menu.undo'),
  redo: msg('desktop.menu.redo'),
  cut: msg('desktop.menu.cut'),
  copy: msg('desktop.menu.copy'),
  paste: msg('desktop.menu.paste'),
  delete: msg('desktop.menu.delete'),
  selectAll: msg('desktop.menu.selectAll'),
  resetZoom: msg('desktop.menu.actualSize'),
  zoomIn: msg('desktop.menu.zoomIn'),
  zoomOut: msg('desktop.menu.zoomOut'),
  togglefullscreen: msg('desktop.menu.fullScreen'),
  minimize: msg('desktop.menu.minimize'),
  zoom: msg('desktop.menu.zoom'),
  front: msg('desktop.menu.front'),
} as const satisfies Readonly<Partial<Record<NonNullable<MenuItemConstructorOptions['role']>, MessageDescriptor>>>;
type Item = keyof typeof roles | '-';

const appItems: readonly Item[] = ['services', '-', 'hide', 'hideOthers', 'unhide', '-', 'quit'];
const editItems: readonly Item[] = ['undo', 'redo', '-', 'cut', 'copy', 'paste', 'delete', '-', 'selectAll'];
const viewItems: readonly Item[] = ['resetZoom', 'zoomIn', 'zoomOut', '-', 'togglefullscreen'];
const windowItems = (isMac: boolean): readonly Item[] =>
  isMac ? ['minimize', 'zoom', '-', 'front'] : ['minimize', 'close'];

/** The letter that opens a menu with Alt stands in the catalog, as Windows and Linux have it: “&File”, “ファイル(&F)”. */
const menuName = (sentence: MessageDescriptor, isMac: boolean): string => {
  const name = formatMessage(sentence);
  return isMac ? name.replace(/\(&.\)|&/, '') : name;
};

const items = (list: readonly Item[]): MenuItemConstructorOptions[] =>
  list.map((role) => (role === '-' ? { type: 'separator' } : { role, label: formatMessage(roles[role]) }));

export interface MenuActions {
  navigate(screen: Screen): void;
  open(): void;
  /** Goes to the light table, and does this there. */
  review(action: NonNullable<Events['navigate']['action']>): void;
  /** Shows what Burnish is made of. */
  about(): void;
  readonly logFolder: string;
}

/** @param changed the keys that the user gave commands, which their items have too */
export function setMenu(actions: MenuActions, changed: ChangedKeys): void {
  const isMac = process.platform === 'darwin';
  const keyOf = (id: CommandId) => {
    const accelerator = acceleratorOf(id, changed);
    return accelerator === undefined ? {} : { accelerator };
  };
  const about = { label: formatMessage(msg('desktop.menu.about')), ...keyOf('app.about'), click: actions.about };
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ label: 'Burnish', submenu: [about, { type: 'separator' as const }, ...items(appItems)] }] : []),
    {
      label: menuName(msg('desktop.menu.file'), isMac),
      submenu: [
        { label: formatMessage(msg('desktop.menu.open')), ...keyOf('app.open'), click: actions.open },
        { type: 'separator' },
        {
          label: formatMessage(msg('desktop.menu.picks')),
          ...keyOf('app.picks'),
          click: () => actions.review('importPicks'),
        },
        {
          label: formatMessage(msg('desktop.menu.takeOver')),
          ...keyOf('review.takeOver'),
          click: () => actions.review('takeOver'),
        },
        {
          label: formatMessage(msg('desktop.menu.unpickRest')),
          ...keyOf('review.unpickRest'),
          click: () => actions.review('unpickRest'),
        },
        { type: 'separator' },
        ...items(isMac ? ['close'] : ['quit']),
      ],
    },
    { label: menuName(msg('desktop.menu.edit'), isMac), submenu: items(editItems) },
    {
      label: menuName(msg('desktop.menu.go'), isMac),
      submenu: screens.map(([screen, name]) => ({
        label: formatMessage(name),
        ...keyOf(`go.${screen}`),
        click: () => actions.navigate(screen),
      })),
    },
    {
      label: menuName(msg('desktop.menu.view'), isMac),
      submenu: [
        ...items(viewItems),
        ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' } satisfies MenuItemConstructorOptions]),
      ],
    },
    { role: 'window', label: menuName(msg('desktop.menu.window'), isMac), submenu: items(windowItems(isMac)) },
    {
      role: 'help',
      label: menuName(msg('desktop.menu.help'), isMac),
      submenu: [
        {
          label: formatMessage(msg('desktop.menu.logs')),
          ...keyOf('app.logs'),
          click: () => shell.showItemInFolder(actions.logFolder),
        },
        ...(isMac ? [] : [{ type: 'separator' as const }, about]),
      ],
    },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
