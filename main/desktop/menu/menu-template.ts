import type { BaseWindow, MenuItemConstructorOptions } from 'electron';
import { type ChangedKeys, type CommandId, keysOf } from '../../../contract/app/shortcuts.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import type { Message } from '../../../contract/messages/message.ts';
import type { MenuConditions, MenuItem, MenuTarget } from './menu-items.ts';

export interface MenuContext<Action extends string> {
  readonly targets: readonly MenuTarget[];
  /** Without conditions, all items are visible. */
  readonly conditions?: MenuConditions;
  /** Custom keys of commands. */
  readonly shortcuts?: ChangedKeys;
  /** All items are enabled by default. */
  isEnabled?(action: Action): boolean;
  onChoose(action: Action, focusedWindow?: BaseWindow): void;
}

/** Turns items into a template of Electron, in the language that messages are formatted in. */
export function toMenuTemplate<Action extends string>(
  items: readonly MenuItem<Action>[],
  context: MenuContext<Action>,
): MenuItemConstructorOptions[] {
  return items
    .filter(({ only }) => only === undefined || context.targets.includes(only))
    .map((item) => toTemplateItem(item, context));
}

function toTemplateItem<Action extends string>(
  item: MenuItem<Action>,
  context: MenuContext<Action>,
): MenuItemConstructorOptions {
  switch (item.kind) {
    case 'separator':
      return { type: 'separator' };
    case 'text':
      return { label: formatMessage(item.title), enabled: false };
    case 'role':
      return {
        role: item.role,
        ...(item.title && { label: formatMessage(item.title) }),
        ...(item.isHidden && { visible: false }),
      };
    case 'submenu':
      return {
        label: formatMenuTitle(item.title, context.targets.includes('mac')),
        submenu: toMenuTemplate(item.items, context),
        ...(item.role && { role: item.role }),
      };
    case 'action': {
      const { action, title, shortcut, needs } = item;
      const accelerator = shortcut && acceleratorOf(shortcut, context.shortcuts ?? {});
      return {
        id: action,
        label: formatMessage(title),
        ...(accelerator !== undefined && { accelerator }),
        enabled: context.isEnabled?.(action) ?? true,
        visible: needs === undefined || (context.conditions?.[needs] ?? true),
        click: (_, focusedWindow) => context.onChoose(action, focusedWindow),
      };
    }
    default:
      return item satisfies never;
  }
}

/** Removes the access key (“&File”, “ファイル(&F)”) on macOS, where Alt opens no menus. */
function formatMenuTitle(title: Message, isMac: boolean): string {
  const text = formatMessage(title);
  return isMac ? text.replace(/\(&.\)|&/, '') : text;
}

/** Electron's names of keys, by the names in `shortcuts`. */
const keyNames: Readonly<Record<string, string>> = {
  Mod: 'CmdOrCtrl',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  '+': 'Plus',
};

/**
 * Returns the first key of a command that types no character, as an accelerator of Electron. A menu would intercept
 * other keys while the user is typing.
 */
export function acceleratorOf(id: CommandId, changed: ChangedKeys): string | undefined {
  const key = keysOf(id, changed).find((each) => /^Mod\+|^(Alt\+|Shift\+)*F\d+$/.test(each));
  return key
    ?.split(/\+(?!$)/)
    .map((part) => keyNames[part] ?? part)
    .join('+');
}
