/** Items of the application menu and of the tray's menu, as data. `menu-template.ts` turns them into Electron's templates. */
import type { MenuItemConstructorOptions } from 'electron';
import type { EditAction, MenuCommand } from '../../../contract/app/menu-commands.ts';
import type { CommandId } from '../../../contract/app/shortcuts.ts';
import { type Message, type MessageDescriptor, msg } from '../../../contract/messages/message.ts';

/** Systems, builds and states that some items are limited to. */
export type MenuTarget = 'mac' | 'windows-linux' | 'checkout' | 'paused' | 'running';

/** Facts that the visibility of some items depends on. */
export interface MenuConditions {
  /** Whether a gallery has ever been made for a client. */
  readonly hasGallery: boolean;
  readonly isInStudio: boolean;
  readonly hasSecondDisplay: boolean;
}

type MenuRole = NonNullable<MenuItemConstructorOptions['role']>;

/** An entry of a menu. Menus on other targets than `only` lack it. */
export type MenuItem<Action extends string> = { readonly only?: MenuTarget } & (
  | { readonly kind: 'separator' }
  | { readonly kind: 'text'; readonly title: Message }
  | {
      readonly kind: 'action';
      readonly action: Action;
      readonly title: MessageDescriptor;
      /** The command whose key the item shows and listens for. */
      readonly shortcut?: CommandId;
      /** The item is hidden unless this is true. */
      readonly needs?: keyof MenuConditions;
    }
  | {
      readonly kind: 'role';
      readonly role: MenuRole;
      /** Electron's English title if absent. */
      readonly title?: MessageDescriptor;
      readonly isHidden?: true;
    }
  | {
      readonly kind: 'submenu';
      readonly title: Message;
      readonly role?: 'window' | 'help';
      readonly items: readonly MenuItem<Action>[];
    }
);

export type AppMenuAction = MenuCommand | `edit.${EditAction}` | 'app.logs';
type AppMenuItem = MenuItem<AppMenuAction>;
type ActionItem = Extract<AppMenuItem, { readonly kind: 'action' }>;

const separator = { kind: 'separator' } as const;
type Submenu = Extract<AppMenuItem, { readonly kind: 'submenu' }>;
const submenu = (title: Message, items: readonly AppMenuItem[], more: Partial<Submenu> = {}): AppMenuItem => ({
  kind: 'submenu',
  title,
  items,
  ...more,
});
const command = (action: MenuCommand & CommandId, title: MessageDescriptor, more: Partial<ActionItem> = {}) =>
  ({ kind: 'action', action, title, shortcut: action, ...more }) as const;
const edit = (action: EditAction, title: MessageDescriptor, shortcut: CommandId) =>
  ({ kind: 'action', action: `edit.${action}`, title, shortcut }) as const;
const role = (name: MenuRole, title?: MessageDescriptor, only?: MenuTarget): AppMenuItem => ({
  kind: 'role',
  role: name,
  ...(title && { title }),
  ...(only && { only }),
});
const hiddenRole = (name: MenuRole) => ({ kind: 'role', role: name, isHidden: true, only: 'mac' }) as const;

export const appMenu: readonly AppMenuItem[] = [
  submenu(
    'Burnish',
    [
      command('app.about', msg('desktop.menu.about')),
      separator,
      role('services', msg('desktop.menu.systemServices')),
      separator,
      role('hide', msg('desktop.menu.hide')),
      role('hideOthers', msg('desktop.menu.hideOthers')),
      role('unhide', msg('desktop.menu.showAll')),
      separator,
      role('quit', msg('desktop.menu.quit')),
    ],
    { only: 'mac' },
  ),
  submenu(msg('desktop.menu.file'), [
    command('app.open', msg('desktop.menu.open')),
    command('app.copyCard', msg('desktop.menu.copyCard')),
    command('app.products', msg('desktop.menu.products')),
    separator,
    command('app.newRecipe', msg('desktop.menu.newRecipe')),
    command('app.newFolder', msg('desktop.menu.newFolder')),
    separator,
    command('review.export', msg('desktop.menu.export')),
    command('review.gallery', msg('desktop.menu.gallery')),
    command('app.picks', msg('desktop.menu.picks'), { needs: 'hasGallery' }),
    command('review.takeOver', msg('desktop.menu.takeOver'), { needs: 'hasGallery' }),
    command('review.unpickRest', msg('desktop.menu.unpickRest'), { needs: 'hasGallery' }),
    separator,
    role('close', msg('desktop.menu.close'), 'mac'),
    role('quit', msg('desktop.menu.quit'), 'windows-linux'),
  ]),
  submenu(msg('desktop.menu.edit'), [
    edit('undo', msg('desktop.menu.undo'), 'app.undo'),
    edit('redo', msg('desktop.menu.redo'), 'app.redo'),
    separator,
    role('cut', msg('desktop.menu.cut')),
    edit('copy', msg('desktop.menu.copy'), 'review.copy'),
    role('paste', msg('desktop.menu.paste')),
    role('delete', msg('desktop.menu.delete')),
    separator,
    edit('selectAll', msg('desktop.menu.selectAll'), 'grid.all'),
    // On macOS, text is edited only by keys of the menu. These remain if the visible items have custom keys.
    hiddenRole('undo'),
    hiddenRole('redo'),
    hiddenRole('copy'),
    hiddenRole('selectAll'),
  ]),
  submenu(msg('desktop.menu.go'), [
    command('go.queue', msg('desktop.menu.queue')),
    command('go.review', msg('desktop.menu.review')),
    command('go.folders', msg('desktop.menu.folders')),
    command('go.recipes', msg('desktop.menu.recipes')),
    command('go.services', msg('desktop.menu.services')),
    command('go.settings', msg('desktop.menu.settings')),
    command('go.studio', msg('desktop.menu.studio'), { needs: 'isInStudio' }),
  ]),
  submenu(msg('desktop.menu.view'), [
    command('review.follow', msg('desktop.menu.follow')),
    command('review.followSecond', msg('desktop.menu.followSecond'), { needs: 'hasSecondDisplay' }),
    separator,
    role('resetZoom', msg('desktop.menu.actualSize')),
    role('zoomIn', msg('desktop.menu.zoomIn')),
    role('zoomOut', msg('desktop.menu.zoomOut')),
    separator,
    role('togglefullscreen', msg('desktop.menu.fullScreen')),
    role('toggleDevTools', undefined, 'checkout'),
  ]),
  submenu(
    msg('desktop.menu.window'),
    [
      role('minimize', msg('desktop.menu.minimize')),
      role('close', msg('desktop.menu.close'), 'windows-linux'),
      role('zoom', msg('desktop.menu.zoom'), 'mac'),
      { ...separator, only: 'mac' },
      role('front', msg('desktop.menu.front'), 'mac'),
    ],
    { role: 'window' },
  ),
  submenu(
    msg('desktop.menu.help'),
    [
      command('app.palette', msg('desktop.menu.palette')),
      command('app.help', msg('desktop.menu.shortcuts')),
      separator,
      command('app.crashes', msg('desktop.menu.crashes')),
      { kind: 'action', action: 'app.logs', title: msg('desktop.menu.logs'), shortcut: 'app.logs' },
      { ...separator, only: 'windows-linux' },
      command('app.about', msg('desktop.menu.about'), { only: 'windows-linux' }),
    ],
    { role: 'help' },
  ),
];

export type TrayAction = 'show' | 'pause' | 'resume' | 'quit';

/** Returns the menu of the tray icon. @param status formatted; the first line of the menu */
export const trayMenu = (status: string): readonly MenuItem<TrayAction>[] => [
  { kind: 'text', title: status },
  separator,
  { kind: 'action', action: 'show', title: msg('desktop.tray.open') },
  { kind: 'action', action: 'resume', title: msg('desktop.tray.resume'), only: 'paused' },
  { kind: 'action', action: 'pause', title: msg('desktop.tray.pause'), only: 'running' },
  separator,
  { kind: 'action', action: 'quit', title: msg('desktop.tray.quit') },
];
