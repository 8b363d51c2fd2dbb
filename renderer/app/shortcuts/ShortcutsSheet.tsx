/** The sheet for changing shortcuts. */
import { ActionIcon, Box, Button, Group, Text, TextInput, Tooltip } from '@mantine/core';
import { IconRotate } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { conflictsOf, isFixed, keysOf, type ShortcutId } from '../../../contract/app/shortcuts.ts';
import { joinList } from '../../../contract/messages/format-message.ts';
import { keyNames } from '../../commands/keys.ts';
import { type CommandGroup, commandGroups, idsOf, nameOf } from '../../commands/table.ts';
import { Sheet } from '../../components/Sheet.tsx';
import { useData } from '../../state/data/store.ts';
import { changeKey, resetKeys } from '../../state/settings/keymap.ts';
import { useUi } from '../../state/window/navigation.ts';
import { Keys } from './Keys.tsx';
import classes from './ShortcutsSheet.module.css';

const close = () => useUi.setState({ shortcutsOpen: false });

export function ShortcutsSheet() {
  const { t } = useTranslation();
  const open = useUi((ui) => ui.shortcutsOpen);
  return (
    <Sheet opened={open} onClose={close} title={t('shortcuts.title')} size={640} data-testid="shortcuts">
      <Shortcuts />
    </Sheet>
  );
}

function Shortcuts() {
  const { t } = useTranslation();
  const changed = useData((data) => data.settings.shortcuts);
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const groups = commandGroups
    .map((group) => ({ group, ids: idsOf(group).filter((id) => nameOf(id).toLowerCase().includes(wanted)) }))
    .filter(({ ids }) => ids.length > 0);
  return (
    <>
      <TextInput
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        placeholder={t('palette.placeholder')}
        aria-label={t('palette.placeholder')}
        data-autofocus
        data-testid="keys-search"
      />
      <div className={classes.groups}>
        {groups.map(({ group, ids }) => (
          <Commands key={group} group={group} ids={ids} isFound={wanted !== ''} />
        ))}
        {groups.length === 0 && (
          <Box component="p" c="dimmed">
            {t('palette.nothing')}
          </Box>
        )}
      </div>
      <Group justify="flex-end" gap="xs">
        {Object.keys(changed).length > 0 && (
          <Button variant="default" onClick={resetKeys} data-testid="keys-reset">
            {t('shortcuts.resetAll')}
          </Button>
        )}
        <Button onClick={close} data-testid="shortcuts-close">
          {t('actions.close')}
        </Button>
      </Group>
    </>
  );
}

interface CommandsProps {
  readonly group: CommandGroup;
  readonly ids: readonly ShortcutId[];
  /** Opens the group, because a search found its commands. */
  readonly isFound: boolean;
}

function Commands({ group, ids, isFound }: CommandsProps) {
  const { t } = useTranslation();
  const changed = useData((data) => data.settings.shortcuts);
  const count = ids.filter((id) => conflictsOf(id, changed).length > 0).length;
  return (
    <details className={classes.group} open={isFound}>
      <summary data-testid={`keys-${group}`}>
        {t(`help.groups.${group}`)}
        {count > 0 && (
          <Box component="span" ml="sm" fz="xs" fw={400} c="var(--b-uncertain)">
            {t('shortcuts.clashes', { count })}
          </Box>
        )}
      </summary>
      {ids.map((id) => (
        <Row key={id} id={id} />
      ))}
    </details>
  );
}

function Row({ id }: { readonly id: ShortcutId }) {
  const { t } = useTranslation();
  const changed = useData((data) => data.settings.shortcuts);
  const name = nameOf(id);
  const clashes = conflictsOf(id, changed);
  return (
    <Group justify="space-between" gap="lg" wrap="nowrap" mih={32} py={2} pl="md" data-testid={`key-row-${id}`}>
      <div>
        {name}
        {clashes.length > 0 && (
          <Text fz="xs" lh="16px" c="var(--b-uncertain)" role="alert" data-testid={`key-clash-${id}`}>
            {t('shortcuts.clash', { names: joinList(clashes.map(nameOf)) })}
          </Text>
        )}
      </div>
      {isFixed(id) ? (
        <Group component="span" gap="xs" wrap="nowrap" flex="none" px="xs" title={t('shortcuts.fixed')}>
          <Keys shortcut={id} />
        </Group>
      ) : (
        <Group component="span" gap="xs" wrap="nowrap" flex="none" px="xs">
          {Object.hasOwn(changed, id) && (
            <Tooltip label={t('shortcuts.reset')}>
              <ActionIcon
                size="sm"
                aria-label={t('shortcuts.resetOne', { name })}
                onClick={() => changeKey(id, null)}
                data-testid={`key-reset-${id}`}
              >
                <IconRotate size={14} />
              </ActionIcon>
            </Tooltip>
          )}
          <KeyButton id={id} />
        </Group>
      )}
    </Group>
  );
}

/** Shows the keys of a command. After a click it waits for a new key; Esc cancels. */
function KeyButton({ id }: { readonly id: ShortcutId }) {
  const { t } = useTranslation();
  const changed = useData((data) => data.settings.shortcuts);
  const [isWaiting, setWaiting] = useState(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isWaiting) return;
    event.preventDefault();
    event.stopPropagation();
    const [name] = keyNames(event.nativeEvent);
    if (name === undefined) return;
    setWaiting(false);
    if (name !== 'Escape') changeKey(id, name);
  };
  return (
    <button
      type="button"
      className={classes.key}
      aria-label={t('shortcuts.change', { name: nameOf(id) })}
      aria-pressed={isWaiting}
      onClick={() => setWaiting(true)}
      onBlur={() => setWaiting(false)}
      onKeyDown={onKeyDown}
      // Esc does not close the sheet.
      data-mantine-stop-propagation={isWaiting}
      data-testid={`key-${id}`}
    >
      {isWaiting ? (
        t('shortcuts.press')
      ) : keysOf(id, changed).length === 0 ? (
        t('shortcuts.none')
      ) : (
        <Keys shortcut={id} />
      )}
    </button>
  );
}
