/** The application menu. */
import { app, Menu, type MenuItemConstructorOptions, shell } from 'electron';
import { inWords } from '../../contract/in-words.ts';
import { type Sentence, say } from '../../contract/sentence.ts';
import type { ChangedKeys, CommandId } from '../../contract/shortcuts.ts';
import type { Events } from '../../preload/channels.ts';
import { acceleratorOf } from './accelerators.ts';

type Screen = NonNullable<Events['navigate']['screen']>;

const screens: readonly [Screen, Sentence][] = [
  ['queue', say('desktop.menu.queue')],
  ['review', say('desktop.menu.review')],
  ['folders', say('desktop.menu.folders')],
  ['recipes', say('desktop.menu.recipes')],
  ['services', say('desktop.menu.services')],
  ['settings', say('desktop.menu.settings')],
  ['studio', say('desktop.menu.studio')],
];

/** What Electron does by itself, and would call by its English name. */
const roles = {
  services: say('desktop.menu.systemServices'),
  hide: say('desktop.menu.hide'),
  hideOthers: say('desktop.menu.hideOthers'),
  unhide: say('desktop.menu.showAll'),
  quit: say('desktop.menu.quit'),
  close: say('desktop.menu.close'),
  undo: say('desktop.menu.undo'),
  redo: say('desktop.menu.redo'),
  cut: say('desktop.menu.cut'),
  copy: say('desktop.menu.copy'),
  paste: say('desktop.menu.paste'),
  delete: say('desktop.menu.delete'),
  selectAll: say('desktop.menu.selectAll'),
  resetZoom: say('desktop.menu.actualSize'),
  zoomIn: say('desktop.menu.zoomIn'),
  zoomOut: say('desktop.menu.zoomOut'),
  togglefullscreen: say('desktop.menu.fullScreen'),
  minimize: say('desktop.menu.minimize'),
  zoom: say('desktop.menu.zoom'),
  front: say('desktop.menu.front'),
} as const satisfies Readonly<Partial<Record<NonNullable<MenuItemConstructorOptions['role']>, Sentence>>>;
type Item = keyof typeof roles | '-';

const appItems: readonly Item[] = ['services', '-', 'hide', 'hideOthers', 'unhide', '-', 'quit'];
const editItems: readonly Item[] = ['undo', 'redo', '-', 'cut', 'copy', 'paste', 'delete', '-', 'selectAll'];
const viewItems: readonly Item[] = ['resetZoom', 'zoomIn', 'zoomOut', '-', 'togglefullscreen'];
const windowItems = (mac: boolean): readonly Item[] =>
  mac ? ['minimize', 'zoom', '-', 'front'] : ['minimize', 'close'];

/** The letter that opens a menu with Alt stands in the catalog, as Windows and Linux have it: “&File”, “ファイル(&F)”. */
const menuName = (sentence: Sentence, mac: boolean): string => {
  const name = inWords(sentence);
  return mac ? name.replace(/\(&.\)|&/, '') : name;
};

const items = (list: readonly Item[]): MenuItemConstructorOptions[] =>
  list.map((role) => (role === '-' ? { type: 'separator' } : { role, label: inWords(roles[role]) }));

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
  const mac = process.platform === 'darwin';
  const keyOf = (id: CommandId) => {
    const accelerator = acceleratorOf(id, changed);
    return accelerator === undefined ? {} : { accelerator };
  };
  const about = { label: inWords(say('desktop.menu.about')), ...keyOf('app.about'), click: actions.about };
  const template: MenuItemConstructorOptions[] = [
    ...(mac ? [{ label: 'Burnish', submenu: [about, { type: 'separator' as const }, ...items(appItems)] }] : []),
    {
      label: menuName(say('desktop.menu.file'), mac),
      submenu: [
        { label: inWords(say('desktop.menu.open')), ...keyOf('app.open'), click: actions.open },
        { type: 'separator' },
        {
          label: inWords(say('desktop.menu.picks')),
          ...keyOf('app.picks'),
          click: () => actions.review('importPicks'),
        },
        {
          label: inWords(say('desktop.menu.takeOver')),
          ...keyOf('review.takeOver'),
          click: () => actions.review('takeOver'),
        },
        {
          label: inWords(say('desktop.menu.unpickRest')),
          ...keyOf('review.unpickRest'),
          click: () => actions.review('unpickRest'),
        },
        { type: 'separator' },
        ...items(mac ? ['close'] : ['quit']),
      ],
    },
    { label: menuName(say('desktop.menu.edit'), mac), submenu: items(editItems) },
    {
      label: menuName(say('desktop.menu.go'), mac),
      submenu: screens.map(([screen, name]) => ({
        label: inWords(name),
        ...keyOf(`go.${screen}`),
        click: () => actions.navigate(screen),
      })),
    },
    {
      label: menuName(say('desktop.menu.view'), mac),
      submenu: [
        ...items(viewItems),
        ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' } satisfies MenuItemConstructorOptions]),
      ],
    },
    { role: 'window', label: menuName(say('desktop.menu.window'), mac), submenu: items(windowItems(mac)) },
    {
      role: 'help',
      label: menuName(say('desktop.menu.help'), mac),
      submenu: [
        {
          label: inWords(say('desktop.menu.logs')),
          ...keyOf('app.logs'),
          click: () => shell.showItemInFolder(actions.logFolder),
        },
        ...(mac ? [] : [{ type: 'separator' as const }, about]),
      ],
    },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
