/** Context menus: commands of the table, each with its key beside it. */
import { Menu } from '@mantine/core';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandId } from '../../contract/app/shortcuts.ts';
import { commands, currentLabelOf, isPossible } from '../commands/table.ts';
import { useKeyOf } from '../state/keymap.ts';

/** What stands together in a menu: commands, and some of a kind that open beside it. */
export type MenuPart = readonly (
  | CommandId
  | { readonly title: 'menus.stars' | 'menus.label'; readonly ids: readonly CommandId[] }
)[];

interface CommandItemProps {
  readonly id: CommandId;
  /** In place of what the command does where the keys are. */
  readonly onClick?: () => void;
  readonly takesAway?: boolean;
  readonly testId?: string;
}

export function CommandItem({ id, onClick, takesAway = false, testId = `menu-${id}` }: CommandItemProps) {
  const keyOf = useKeyOf();
  return (
    <Menu.Item
      c={takesAway ? 'var(--b-failed)' : undefined}
      rightSection={<span className="menuKey">{keyOf(id)}</span>}
      onClick={onClick ?? (() => void commands[id].run())}
      data-testid={testId}
    >
      {currentLabelOf(id)}
    </Menu.Item>
  );
}

/** The parts of a menu, without what is not possible now. */
export function CommandItems({ parts }: { readonly parts: readonly MenuPart[] }) {
  const { t } = useTranslation();
  const shown = parts
    .map((part) => part.filter((each) => (typeof each === 'string' ? [each] : each.ids).some((id) => isPossible(id))))
    .filter((part) => part.length > 0);
  return shown.map((part, index) => (
    <Fragment key={typeof part[0] === 'string' ? part[0] : part[0]?.title}>
      {index > 0 && <Menu.Divider />}
      {part.map((each) =>
        typeof each === 'string' ? (
          <CommandItem key={each} id={each} />
        ) : (
          <Menu.Sub key={each.title}>
            <Menu.Sub.Target>
              <Menu.Sub.Item data-testid={each.title}>{t(each.title)}</Menu.Sub.Item>
            </Menu.Sub.Target>
            <Menu.Sub.Dropdown>
              {each.ids.map((id) => (
                <CommandItem key={id} id={id} />
              ))}
            </Menu.Sub.Dropdown>
          </Menu.Sub>
        ),
      )}
    </Fragment>
  ));
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
