/** The sheet in which keys are changed: every command by screen, with its keys. */

import { ActionIcon, Button, Group, TextInput, Tooltip } from '@mantine/core';
import { IconRotate } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { conflictsOf, isFixed, keysOf, type ShortcutId } from '../../contract/app/shortcuts.ts';
import { joinList } from '../../contract/messages/format-message.ts';
import { keyNames } from '../commands/keys.ts';
import { type CommandGroup, commandGroups, idsOf, nameOf } from '../commands/table.ts';
import { Sheet } from '../components/Sheet.tsx';
import { useData } from '../state/data/store.ts';
import { changeKey, resetKeys } from '../state/settings/keymap.ts';
import { useUi } from '../state/window/navigation.ts';
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
        {groups.length === 0 && <p>{t('palette.nothing')}</p>}
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
  /** A search found them: they are shown at once. */
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
        {count > 0 && <span className={classes.clash}>{t('shortcuts.clashes', { count })}</span>}
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
    <div className={classes.row} data-testid={`key-row-${id}`}>
      <div>
        {name}
        {clashes.length > 0 && (
          <p className={classes.clash} role="alert" data-testid={`key-clash-${id}`}>
            {t('shortcuts.clash', { names: joinList(clashes.map(nameOf)) })}
          </p>
        )}
      </div>
      {isFixed(id) ? (
        <span className={classes.keys} title={t('shortcuts.fixed')}>
          <Keys shortcut={id} />
        </span>
      ) : (
        <span className={classes.keys}>
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
        </span>
      )}
    </div>
  );
}

/** Shows the keys of a command; pressed, it waits for the key that is to be its own. Esc leaves it as it was. */
function KeyButton({ id }: { readonly id: ShortcutId }) {
  const { t } = useTranslation();
  const changed = useData((data) => data.settings.shortcuts);
  const [isWaiting, setWaiting] = useState(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isWaiting) return;
    // Neither for the button, nor a command.
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
      // Esc is then for the button, not for the sheet.
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
