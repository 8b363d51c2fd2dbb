/** Menu of less common view options of the loupe, with their keys. */
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CommandId } from '../../../../contract/app/shortcuts.ts';
import { commands } from '../../../commands/table.ts';
import { CommandItem, CommandItems } from '../../../components/actions/CommandMenu.tsx';
import { BackdropItems } from '../../../components/picture/BackdropChoice.tsx';
import { useData } from '../../../state/data/store.ts';
import { useKeyOf } from '../../../state/settings/keymap.ts';
import { followLabel, useFollow } from '../follow/followResults.ts';
import { useLoupeView } from './loupeView.ts';

interface LoupeViewMenuProps {
  readonly hasBefore: boolean;
  readonly hasBackdrop: boolean;
}

export function LoupeViewMenu({ hasBefore, hasBackdrop }: LoupeViewMenuProps) {
  const { t } = useTranslation();
  const keyOf = useKeyOf();
  const label = t('review.loupe.groups.view');
  return (
    <Menu position="bottom-end" width={280} withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={label} title={label} data-testid="loupe-view">
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown data-testid="loupe-view-menu">
        <ViewItems hasBefore={hasBefore} />
        {hasBackdrop && (
          <Menu.Sub>
            <Menu.Sub.Target>
              <Menu.Sub.Item data-testid="menu-loupe.background">
                {t('review.loupe.background')} <span className="menuKey">{keyOf('loupe.background')}</span>
              </Menu.Sub.Item>
            </Menu.Sub.Target>
            <Menu.Sub.Dropdown>
              <BackdropItems />
            </Menu.Sub.Dropdown>
          </Menu.Sub>
        )}
        <Menu.Divider />
        <FlowItems />
        <Menu.Divider />
        <CommandItems parts={[['loupe.sides', 'loupe.fullScreen']]} />
      </Menu.Dropdown>
    </Menu>
  );
}

function ViewItems({ hasBefore }: Pick<LoupeViewMenuProps, 'hasBefore'>) {
  const { t } = useTranslation();
  const { mode, isPeaking } = useLoupeView();
  return (
    <>
      {hasBefore && <CheckItem id="loupe.difference" label={t('panes.ways.difference')} isOn={mode === 'difference'} />}
      <CheckItem id="loupe.peaking" label={t('panes.peaking')} isOn={isPeaking} />
      <CommandItem id="loupe.nextFace" />
    </>
  );
}

/** Auto advance and following. */
function FlowItems() {
  const { t } = useTranslation();
  const isAdvancing = useData((data) => data.settings.autoAdvance);
  const mode = useFollow((follow) => follow.mode);
  const isFollowing = mode === 'loupe' || mode === 'display';
  return (
    <>
      <CheckItem id="review.advance" label={t('panes.autoAdvance')} isOn={isAdvancing} />
      <CheckItem
        id="review.follow"
        label={t(isFollowing ? 'commands.review.follow' : followLabel())}
        isOn={isFollowing}
      />
      <CommandItems parts={[['review.followSecond']]} />
    </>
  );
}

interface CheckItemProps {
  readonly id: CommandId;
  readonly label: string;
  readonly isOn: boolean;
}

function CheckItem({ id, label, isOn }: CheckItemProps) {
  const keyOf = useKeyOf();
  return (
    <Menu.CheckboxItem
      checked={isOn}
      closeMenuOnClick
      onChange={() => void commands[id].run()}
      rightSection={<span className="menuKey">{keyOf(id)}</span>}
      data-testid={`menu-${id}`}
    >
      {label}
    </Menu.CheckboxItem>
  );
}
