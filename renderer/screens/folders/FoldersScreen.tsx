/** Watch folders: a card for each, and a drawer to add or change one. */
import { Button } from '@mantine/core';
import { IconFolderBolt, IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WatchFolder } from '../../../contract/intake/watch-folder.ts';
import cards from '../../components/Cards.module.css';
import { EmptyState, Screen } from '../../components/Screen.tsx';
import { useData } from '../../state/data/store.ts';
import { consumeIntent, useUi } from '../../state/window/navigation.ts';
import { FolderCard } from './FolderCard.tsx';
import { FolderDrawer } from './FolderDrawer.tsx';
import { type FolderDraft, newFolder } from './folderDraft.ts';
import { PickRules } from './PickRules.tsx';

export function FoldersScreen() {
  const { t } = useTranslation();
  const folders = useData((data) => data.folders);
  const settings = useData((data) => data.settings);
  /** The folder whose drawer is open. */
  const [opened, setOpened] = useState<FolderDraft | null>(null);
  const known = folders.find((folder) => folder.id === opened?.id);
  const intent = useUi((ui) => ui.intent);
  const add = () => setOpened(newFolder(crypto.randomUUID(), settings.defaultRecipeId));

  // biome-ignore lint/correctness/useExhaustiveDependencies: an intent is taken once, when it comes
  useEffect(() => {
    if (intent === 'new-folder' && consumeIntent()) add();
  }, [intent]);

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
        <div className={cards.cards}>
          {folders.map((folder: WatchFolder) => (
            <FolderCard key={folder.id} folder={folder} onEdit={() => setOpened(folder)} />
          ))}
        </div>
      )}
      <FolderDrawer
        folder={known ?? opened}
        isNew={known === undefined}
        onClose={() => setOpened((now) => (now?.id === opened?.id ? null : now))}
      />
    </Screen>
  );
}
