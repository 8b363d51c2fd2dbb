/** The application menu. */
import { app, Menu, type MenuItemConstructorOptions, shell } from 'electron';
import type { Events } from '../../preload/contract/channels.ts';
import { type Sentence, say } from '../../preload/contract/sentence.ts';
import { inWords } from '../../preload/in-words.ts';

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

export function setMenu(actions: MenuActions): void {
  const mac = process.platform === 'darwin';
  const template: MenuItemConstructorOptions[] = [
    ...(mac ? [{ role: 'appMenu' } satisfies MenuItemConstructorOptions] : []),
    {
      label: inWords(say('desktop.menu.file')),
      submenu: [
        { label: inWords(say('desktop.menu.open')), accelerator: 'CmdOrCtrl+O', click: actions.open },
        { type: 'separator' },
        { label: inWords(say('desktop.menu.picks')), click: () => actions.review('importPicks') },
        { label: inWords(say('desktop.menu.takeOver')), click: () => actions.review('takeOver') },
        { label: inWords(say('desktop.menu.unpickRest')), click: () => actions.review('unpickRest') },
        { type: 'separator' },
        mac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: inWords(say('desktop.menu.go')),
      submenu: screens.map(([screen, name], index) => ({
        label: inWords(name),
        accelerator: `CmdOrCtrl+${index + 1}`,
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
      submenu: [{ label: inWords(say('desktop.menu.logs')), click: () => shell.showItemInFolder(actions.logFolder) }],
    },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
