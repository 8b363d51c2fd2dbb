/** The list of keyboard shortcuts. */
import { Box, Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { keysOf } from '../../../contract/app/shortcuts.ts';
import { commands, currentKeyContext, groupsForContext, idsOf, nameOf } from '../../commands/table.ts';
import { Sheet } from '../../components/Sheet.tsx';
import { changedKeys } from '../../state/settings/keymap.ts';
import { useUi } from '../../state/window/navigation.ts';
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

function Groups() {
  const { t } = useTranslation();
  const changed = changedKeys();
  return (
    <div className={classes.groups}>
      {groupsForContext(currentKeyContext()).map((group) => (
        <Box component="section" key={group} pb="md" data-testid={`help-group-${group}`}>
          <Box component="h3" mt={0} mb="xs" fz="sm">
            {t(`help.groups.${group}`)}
          </Box>
          <Box component="dl" m={0}>
            {idsOf(group)
              .filter((id) => keysOf(id, changed).length > 0)
              .map((id) => (
                <Group key={id} gap="sm" align="baseline" wrap="nowrap" py={4} data-testid={`help-${id}`}>
                  <Group component="dt" gap="4px 8px" align="stretch" flex="none" w={132}>
                    <Keys shortcut={id} />
                  </Group>
                  <Box component="dd" m={0} c="dimmed">
                    {nameOf(id)}
                  </Box>
                </Group>
              ))}
          </Box>
        </Box>
      ))}
    </div>
  );
}
