/** Watch folders: a card for each, a drawer to add or change one, and the batches whose picks start work. */
import { Box, Button, Group, Title } from '@mantine/core';
import { IconFolderBolt, IconPlus } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WatchFolder } from '../../../contract/intake/watch-folder.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { CardGrid } from '../../components/Card.tsx';
import { EmptyState, Screen } from '../../components/Screen.tsx';
import { pickRuleText, setPickRule } from '../../state/batches/pickRule.ts';
import { useData } from '../../state/data/store.ts';
import { consumeIntent, useUi } from '../../state/window/navigation.ts';
import { FolderCard } from './FolderCard.tsx';
import { FolderDrawer } from './FolderDrawer.tsx';
import { type FolderDraft, newFolder } from './folderDraft.ts';

export function FoldersScreen() {
  const { t } = useTranslation();
  const folders = useData((data) => data.folders);
  const settings = useData((data) => data.settings);
  /** The folder whose drawer is open. */
  const [opened, setOpened] = useState<FolderDraft | null>(null);
  const known = folders.find((folder) => folder.id === opened?.id);
  const intent = useUi((ui) => ui.intent);
  const add = () => setOpened(newFolder(crypto.randomUUID(), settings.defaultRecipeId));

  const onIntent = useEffectEvent((wanted: typeof intent) => {
    if (wanted === 'new-folder' && consumeIntent()) add();
  });
  useEffect(() => onIntent(intent), [intent]);

  return (
    <Screen
      title={t('folders.title')}
      testId="screen-folders"
      actions={
        folders.length > 0 && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add} data-testid="folders-add">
            {t('folders.add')}
          </Button>
        )
      }
    >
      <PickRules />
      {folders.length === 0 ? (
        <EmptyState
          icon={<IconFolderBolt size={48} stroke={1.1} aria-hidden />}
          title={t('folders.empty.title')}
          text={t('folders.empty.text')}
          testId="folders-empty"
        >
          <Button onClick={add} data-testid="folders-add">
            {t('folders.add')}
          </Button>
        </EmptyState>
      ) : (
        <CardGrid>
          {folders.map((folder: WatchFolder) => (
            <FolderCard key={folder.id} folder={folder} onEdit={() => setOpened(folder)} />
          ))}
        </CardGrid>
      )}
      <FolderDrawer
        folder={known ?? opened}
        isNew={known === undefined}
        onClose={() => setOpened((now) => (now?.id === opened?.id ? null : now))}
      />
    </Screen>
  );
}

/** Batches whose picks start work; each rule can be stopped here. */
function PickRules() {
  const { t } = useTranslation();
  const batches = useData((data) => data.batches);
  const recipes = useData((data) => data.recipes);
  const batchesWithRule = batches.flatMap(({ id, title, pickRule }) => (pickRule ? [{ id, title, pickRule }] : []));
  if (batchesWithRule.length === 0) return null;
  return (
    <Box component="section" mb="lg" aria-label={t('picks.list')} data-testid="pick-rules">
      <Title order={2} fz={14} lh="20px" mb="xs">
        {t('picks.list')}
      </Title>
      {batchesWithRule.map(({ id, title, pickRule }) => (
        <Group
          key={id}
          justify="space-between"
          wrap="nowrap"
          gap="sm"
          px="sm"
          py="xs"
          style={{ borderTop: '1px solid var(--b-line)' }}
        >
          <span>{t('picks.of', { title: formatMessage(title), rule: pickRuleText(pickRule, recipes, t) })}</span>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void setPickRule(id, null)}
            data-testid={`pick-rules-stop-${id}`}
          >
            {t('picks.stop')}
          </Button>
        </Group>
      ))}
    </Box>
  );
}
