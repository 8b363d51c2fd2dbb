/** Settings, Keyboard shortcuts: every command by screen with its keys; a key is changed by pressing another one. */

import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconRotate } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { conflictsOf, isFixed, keysOf, type ShortcutId } from '../../../contract/app/shortcuts.ts';
import { joinList } from '../../../contract/messages/format-message.ts';
import { keyNames } from '../../commands/keys.ts';
import { type CommandGroup, commandGroups, idsOf, nameOf } from '../../commands/table.ts';
import { Keys } from '../../components/Keys.tsx';
import { changeKey, resetKeys } from '../../state/keymap.ts';
import { consumeIntent, useUi } from '../../state/navigation.ts';
import { useData } from '../../state/store.ts';
import { Section } from './SettingRow.tsx';
import classes from './Shortcuts.module.css';

export function ShortcutsSection() {
  const { t } = useTranslation();
  const changed = useData((data) => data.settings.shortcuts);
  const top = useRef<HTMLDivElement>(null);
  const intent = useUi((ui) => ui.intent);
  useEffect(() => {
    if (intent === 'shortcuts' && consumeIntent()) top.current?.scrollIntoView();
  }, [intent]);
  return (
    <div ref={top} data-testid="settings-shortcuts">
      <Section title={t('shortcuts.title')}>
        <div>
          {commandGroups.map((group) => (
            <Commands key={group} group={group} />
          ))}
        </div>
        {Object.keys(changed).length > 0 && (
          <Button
            variant="default"
            size="xs"
            className={classes.all ?? ''}
            onClick={resetKeys}
            data-testid="keys-reset"
          >
            {t('shortcuts.resetAll')}
          </Button>
        )}
      </Section>
    </div>
  );
}

function Commands({ group }: { readonly group: CommandGroup }) {
  const { t } = useTranslation();
  const changed = useData((data) => data.settings.shortcuts);
  const ids = idsOf(group);
  const count = ids.filter((id) => conflictsOf(id, changed).length > 0).length;
  return (
    <details className={classes.group}>
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
