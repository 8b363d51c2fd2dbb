/** The application menu. */
import { app, Menu, type MenuItemConstructorOptions, shell } from 'electron';
import { inWords } from '../../contract/in-words.ts';
import { type Sentence, say } from '../../contract/sentence.ts';
import type { ChangedKeys, CommandId } from '../../contract/shortcuts.ts';
import type { Events } from '../../preload/channels.ts';
import { acceleratorOf } from './accelerators.ts';

type Screen = Events['navigate']['screen'];

const screens: readonly [Screen, Sentence][] = [
  ['queue', say('desktop.menu.queue')],
  ['review', say('desktop.menu.review')],
  ['folders', say('desktop.menu.folders')],
  ['recipes', say('desktop.menu.recipes')],
  ['services', say('desktop.menu.services')],
  ['settings', say('desktop.menu.settings')],
  ['studio', say('desktop.menu.studio')],
];

export interface MenuActions {
  navigate(screen: Screen): void;
  open(): void;
  /** Goes to the light table, and does this there. */
  review(action: NonNullable<Events['navigate']['action']>): void;
  readonly logFolder: string;
}

/** @param changed the keys that the user gave commands, which their items have too */
export function setMenu(actions: MenuActions, changed: ChangedKeys): void {
  const mac = process.platform === 'darwin';
  const keyOf = (id: CommandId) => {
    const accelerator = acceleratorOf(id, changed);
    return accelerator === undefined ? {} : { accelerator };
  };
  const template: MenuItemConstructorOptions[] = [
    ...(mac ? [{ role: 'appMenu' } satisfies MenuItemConstructorOptions] : []),
    {
      label: inWords(say('desktop.menu.file')),
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
        mac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: inWords(say('desktop.menu.go')),
      submenu: screens.map(([screen, name]) => ({
        label: inWords(name),
        ...keyOf(`go.${screen}`),
        click: () => actions.navigate(screen),
      })),
    },
    {
      label: inWords(say('desktop.menu.view')),
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' } satisfies MenuItemConstructorOptions]),
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        {
          label: inWords(say('desktop.menu.logs')),
          ...keyOf('app.logs'),
          click: () => shell.showItemInFolder(actions.logFolder),
        },
      ],
    },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
