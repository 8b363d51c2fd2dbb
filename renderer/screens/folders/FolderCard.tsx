/** A watch folder: its path, condition, recipe, progress and actions. */
import { Box, Button, Group, Progress, Stack } from '@mantine/core';
import {
  type Icon,
  IconFolderOpen,
  IconPencil,
  IconPhotoShare,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { FolderProgress, WatchFolder, WatchFolderStatus } from '../../../contract/intake/watch-folder.ts';
import { remainingMessage } from '../../../contract/jobs/work-status.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { request, requestQuietly } from '../../bridge.ts';
import { CardButton } from '../../components/actions/CardButton.tsx';
import { IconAction } from '../../components/actions/IconAction.tsx';
import { Card } from '../../components/Card.tsx';
import { Note } from '../../components/Note.tsx';
import { FactList } from '../../components/status/FactList.tsx';
import { StateDot, type Tone } from '../../components/status/StateDot.tsx';
import { baseName, dayTime, formatCount } from '../../locales/format.ts';
import { useData } from '../../state/data/store.ts';
import { useReread } from '../../state/data/useReread.ts';
import { confirm } from '../../state/window/confirmDialog.ts';

const tones: Readonly<Record<WatchFolderStatus['condition'], Tone>> = {
  watching: 'good',
  scanning: 'busy',
  paused: 'quiet',
  gone: 'warn',
  failed: 'bad',
};

interface FolderCardProps {
  readonly folder: WatchFolder;
  readonly onEdit: () => void;
}

export function FolderCard({ folder, onEdit }: FolderCardProps) {
  const { t } = useTranslation();
  const status = useData((data) => data.folderStatus.find((each) => each.id === folder.id));
  const recipe = useData((data) => data.recipes.find((each) => each.id === folder.recipeId));
  const condition = status?.condition;
  const message = status?.message ?? (condition === 'gone' ? t('folders.goneText') : null);
  const isWatchedElsewhere =
    message !== null && typeof message !== 'string' && message.key === 'studio.watch.elsewhere';
  return (
    <Card label={folder.path} testId={`folder-${folder.id}`}>
      <FolderHeader folder={folder} onEdit={onEdit} />
      <Group gap="xs" wrap="nowrap" data-testid={`folder-condition-${folder.id}`}>
        <StateDot tone={condition ? tones[condition] : 'busy'} />
        {condition ? t(`folders.conditions.${condition}`) : t('folders.conditions.unknown')}
      </Group>
      {message && <Note c="var(--b-uncertain)">{formatMessage(message)}</Note>}
      {isWatchedElsewhere && (
        <CardButton
          label={t('studio.takeWatch')}
          onClick={() => void request('studio.takeWatch', { folder: folder.id })}
          testId={`folder-take-${folder.id}`}
        />
      )}
      {!recipe && <Note c="var(--b-uncertain)">{t('folders.recipeGone')}</Note>}
      <FactList
        facts={[
          [t('folders.recipe'), recipe?.name],
          [t('folders.output'), folder.outputFolder ?? t('folders.outputRecipe')],
        ]}
      />
      <FolderCounts id={folder.id} />
      <Group gap="xs" wrap="nowrap">
        <RevealButton id={folder.id} which="watched" icon={IconFolderOpen} testId={`folder-reveal-${folder.id}`}>
          {t('folders.reveal')}
        </RevealButton>
        <RevealButton id={folder.id} which="output" icon={IconPhotoShare} testId={`folder-reveal-output-${folder.id}`}>
          {t('folders.revealOutput')}
        </RevealButton>
      </Group>
    </Card>
  );
}

function FolderHeader({ folder: { id, path, paused }, onEdit }: FolderCardProps) {
  const { t } = useTranslation();
  const remove = () =>
    confirm({
      title: t('folders.removeTitle', { name: baseName(path) }),
      text: t('folders.removeText'),
      yes: t('folders.removeYes'),
      no: t('actions.keep'),
      onYes: () => void request('folders.remove', { id }),
    });
  return (
    <Group gap={4} wrap="nowrap" align="flex-start">
      <Box flex={1} miw={0}>
        <Box component="h2" className="ellipsis" m={0} fz={15}>
          {baseName(path)}
        </Box>
        <Note lh="20px" truncate className="selectable" title={path}>
          {path}
        </Note>
      </Box>
      <IconAction
        label={paused ? t('folders.resume') : t('folders.pause')}
        icon={paused ? IconPlayerPlay : IconPlayerPause}
        onClick={() => void request('folders.setPaused', { id, paused: !paused })}
        testId={`folder-pause-${id}`}
      />
      <IconAction label={t('folders.edit')} icon={IconPencil} onClick={onEdit} testId={`folder-edit-${id}`} />
      <IconAction label={t('folders.remove')} icon={IconTrash} onClick={remove} testId={`folder-remove-${id}`} />
    </Group>
  );
}

/** Returns null until the progress is loaded. */
function useFolderProgress(id: string): FolderProgress | null {
  const version = useData((data) => data.jobsVersion);
  return useReread(
    useCallback(() => requestQuietly('folders.progress', { id }), [id]),
    version,
  );
}

function FolderCounts({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const { total = 0, done = 0, failed = 0, undecided = 0, lastAt = null } = useFolderProgress(id) ?? {};
  const percentOf = (count: number) => (total > 0 ? (count / total) * 100 : 0);
  return (
    <Stack gap={6} fz="xs" c="dimmed">
      <Progress.Root size="sm" aria-hidden>
        <Progress.Section value={percentOf(done)} color="var(--b-done)" />
        <Progress.Section value={percentOf(failed)} color="var(--b-failed)" />
        <Progress.Section value={percentOf(undecided)} color="var(--b-uncertain)" />
      </Progress.Root>
      <span className="numbers" data-testid={`folder-counts-${id}`}>
        {[
          total > 0 ? t('folders.counts', { done: formatCount(done), total: formatCount(total) }) : null,
          ...remainingMessage({ failed, undecided }).map((each) => formatMessage(each)),
          lastAt ? t('folders.last', { time: dayTime(lastAt) }) : t('folders.never'),
        ]
          .filter((words) => words !== null)
          .join(' · ')}
      </span>
    </Stack>
  );
}

interface RevealButtonProps {
  readonly id: string;
  readonly which: 'watched' | 'output';
  readonly icon: Icon;
  readonly children: string;
  readonly testId: string;
}

function RevealButton({ id, which, icon: Picture, children, testId }: RevealButtonProps) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<Picture size={16} aria-hidden />}
      onClick={() => void request('folders.reveal', { id, which })}
      data-testid={testId}
    >
      {children}
    </Button>
  );
}
