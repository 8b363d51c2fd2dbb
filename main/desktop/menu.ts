/** The application menu. */
import { app, Menu, type MenuItemConstructorOptions, shell } from 'electron';
import type { Events } from '../../preload/contract/channels.ts';

type Screen = Events['navigate']['screen'];

const screens: readonly [Screen, string][] = [
  ['queue', 'Queue'],
  ['review', 'Review'],
  ['folders', 'Folders'],
  ['recipes', 'Recipes'],
  ['services', 'Services'],
  ['settings', 'Settings'],
];

export interface MenuActions {
  navigate(screen: Screen): void;
  open(): void;
  readonly logFolder: string;
}

export function setMenu(actions: MenuActions): void {
  const mac = process.platform === 'darwin';
  const template: MenuItemConstructorOptions[] = [
    ...(mac ? [{ role: 'appMenu' } satisfies MenuItemConstructorOptions] : []),
    {
      label: '&File',
      submenu: [
        { label: 'Choose photographs…', accelerator: 'CmdOrCtrl+O', click: actions.open },
        { type: 'separator' },
        mac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&Go',
      submenu: screens.map(([screen, label], index) => ({
        label,
        accelerator: `CmdOrCtrl+${index + 1}`,
        click: () => actions.navigate(screen),
      })),
    },
    {
      label: '&View',
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
      submenu: [{ label: 'Show the log folder', click: () => shell.showItemInFolder(actions.logFolder) }],
    },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
