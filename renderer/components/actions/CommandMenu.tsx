/** Context menus: commands of the table, each with its key. */
import { Menu, Text } from '@mantine/core';
import { Fragment, type ReactElement, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandId } from '../../../contract/app/shortcuts.ts';
import { commands, currentLabelOf, isOffered, whyUnavailable } from '../../commands/table.ts';
import { useActiveFiles } from '../../state/review/fileAvailability.ts';
import { useKeyOf } from '../../state/settings/keymap.ts';

interface Submenu {
  readonly title: 'menus.flag' | 'menus.stars' | 'menus.label' | 'menus.process' | 'menus.export';
  readonly ids: readonly CommandId[];
}

/** A section of a menu: commands and submenus. */
export type MenuPart = readonly (CommandId | Submenu)[];

/** Returns the entries that are offered now. */
const offeredEntries = (part: MenuPart): MenuPart =>
  part
    .map((each) => (typeof each === 'string' ? each : { ...each, ids: each.ids.filter((id) => isOffered(id)) }))
    .filter((each) => (typeof each === 'string' ? isOffered(each) : each.ids.length > 0));

interface CommandItemProps {
  readonly id: CommandId;
  /** Replaces the action of the command. */
  readonly onClick?: () => void;
  readonly takesAway?: boolean;
  readonly testId?: string;
}

export function CommandItem({ id, onClick, takesAway = false, testId = `menu-${id}` }: CommandItemProps) {
  const keyOf = useKeyOf();
  const reason = onClick ? null : whyUnavailable(id);
  const quietColor = reason === null ? undefined : 'dimmed';
  return (
    <Menu.Item
      disabled={reason !== null}
      // The reason must be readable.
      opacity={reason === null ? undefined : 1}
      c={takesAway ? 'var(--b-failed)' : quietColor}
      rightSection={<span className="menuKey">{keyOf(id)}</span>}
      onClick={onClick ?? (() => void commands[id].run())}
      data-testid={testId}
    >
      {currentLabelOf(id)}
      {reason !== null && (
        <Text span fz="xs" lh="16px" c="dimmed" maw={190} lineClamp={2} style={{ whiteSpace: 'normal' }} title={reason}>
          {reason}
        </Text>
      )}
    </Menu.Item>
  );
}

/** Parts of a menu, with the entries that are offered now. */
export function CommandItems({ parts }: { readonly parts: readonly MenuPart[] }) {
  useActiveFiles();
  const shown = parts.map(offeredEntries).filter((part) => part.length > 0);
  return shown.map((part, index) => (
    <Fragment key={typeof part[0] === 'string' ? part[0] : part[0]?.title}>
      {index > 0 && <Menu.Divider />}
      {part.map((each) =>
        typeof each === 'string' ? <CommandItem key={each} id={each} /> : <SubmenuItems key={each.title} {...each} />,
      )}
    </Fragment>
  ));
}

function SubmenuItems({ title, ids }: Submenu) {
  const { t } = useTranslation();
  const item = useRef<HTMLButtonElement>(null);
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item ref={item} data-testid={title}>
          {t(title)}
        </Menu.Sub.Item>
      </Menu.Sub.Target>
      {/* In a context menu, Mantine does not find the parent item, and the focus would be lost. */}
      <Menu.Sub.Dropdown
        onKeyDown={({ key }) => {
          if (key === 'ArrowLeft') item.current?.focus();
        }}
      >
        {ids.map((id) => (
          <CommandItem key={id} id={id} />
        ))}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}

interface ContextMenuProps {
  /** Built only while the menu is open. */
  readonly content: ReactNode;
  readonly testId: string;
  readonly children: ReactElement;
}

export function ContextMenu({ content, testId, children }: ContextMenuProps) {
  return (
    <Menu width={260} position="right-start" withinPortal>
      <Menu.ContextMenu>{children}</Menu.ContextMenu>
      <Menu.Dropdown data-testid={testId}>{content}</Menu.Dropdown>
    </Menu>
  );
}
