/** The list of keyboard shortcuts. */
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { keysOf } from '../../contract/app/shortcuts.ts';
import { commands, currentKeyContext, groupsForContext, idsOf, nameOf } from '../commands/table.ts';
import { Sheet } from '../components/Sheet.tsx';
import { changedKeys } from '../state/settings/keymap.ts';
import { useUi } from '../state/window/navigation.ts';
import classes from './HelpModal.module.css';
import { Keys } from './Keys.tsx';

const close = () => useUi.setState({ helpOpen: false });

export function HelpModal() {
  const { t } = useTranslation();
  const open = useUi((ui) => ui.helpOpen);
  return (
    <Sheet opened={open} onClose={close} title={t('help.title')} size={1080} data-testid="help">
      <Groups />
      <Group justify="flex-end" gap="xs">
        <Button
          variant="default"
          onClick={() => {
            close();
            commands['app.about'].run();
          }}
          data-testid="help-about"
        >
          {nameOf('app.about')}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            close();
            commands['app.shortcuts'].run();
          }}
          data-testid="help-change"
        >
          {nameOf('app.shortcuts')}
        </Button>
        <Button onClick={close} data-autofocus>
          {t('actions.close')}
        </Button>
      </Group>
    </Sheet>
  );
}

/** Of everything that has a key, what can be done where one is first. */
function Groups() {
  const { t } = useTranslation();
  const changed = changedKeys();
  return (
    <div className={classes.groups}>
      {groupsForContext(currentKeyContext()).map((group) => (
        <section key={group} data-testid={`help-group-${group}`}>
          <h3>{t(`help.groups.${group}`)}</h3>
          <dl>
            {idsOf(group)
              .filter((id) => keysOf(id, changed).length > 0)
              .map((id) => (
                <div key={id} data-testid={`help-${id}`}>
                  <dt>
                    <Keys shortcut={id} />
                  </dt>
                  <dd>{nameOf(id)}</dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
