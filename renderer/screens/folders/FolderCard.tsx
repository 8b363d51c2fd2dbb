/** One watch folder: how it is, what goes through it, and what can be done. */
import { Button, Progress } from '@mantine/core';
import {
  IconFolderOpen,
  IconPencil,
  IconPhotoShare,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { WatchFolder, WatchFolderStatus } from '../../../contract/intake/watch-folder.ts';
import { remainingMessage } from '../../../contract/jobs/work-status.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { request } from '../../bridge.ts';
import cards from '../../components/Cards.module.css';
import { FactList } from '../../components/FactList.tsx';
import { IconAction } from '../../components/IconAction.tsx';
import { StateDot, type Tone } from '../../components/StateDot.tsx';
import { baseName, dayTime, formatCount } from '../../locales/format.ts';
import { useData } from '../../state/data/store.ts';
import { confirm } from '../../state/window/confirmDialog.ts';
import classes from './Folders.module.css';
import { useFolderProgress } from './useFolderProgress.ts';

const tones: Readonly<Record<WatchFolderStatus['condition'], Tone>> = {
  watching: 'good',
  scanning: 'busy',
  paused: 'quiet',
  gone: 'warn',
  failed: 'bad',
};

export function FolderCard({ folder, onEdit }: { folder: WatchFolder; onEdit: () => void }) {
  const { t } = useTranslation();
  const status = useData((data) => data.folderStatus.find((each) => each.id === folder.id));
  const recipe = useData((data) => data.recipes.find((each) => each.id === folder.recipeId));
  const condition = status?.condition;
  const message = status?.message ?? (condition === 'gone' ? t('folders.goneText') : null);
  const isWatchedElsewhere =
    message !== null && typeof message !== 'string' && message.key === 'studio.watch.elsewhere';
  const { total = 0, done = 0, failed = 0, undecided = 0, lastAt = null } = useFolderProgress(folder.id) ?? {};
  const remove = () =>
    confirm({
      title: t('folders.removeTitle', { name: baseName(folder.path) }),
      text: t('folders.removeText'),
      yes: t('folders.removeYes'),
      no: t('actions.keep'),
      onYes: () => void request('folders.remove', { id: folder.id }),
    });
  return (
    <article className={cards.card} aria-label={folder.path} data-testid={`folder-${folder.id}`}>
      <header className={classes.head}>
        <div className={classes.name}>
          <h2 className="ellipsis">{baseName(folder.path)}</h2>
          <p className="ellipsis selectable" title={folder.path}>
            {folder.path}
          </p>
        </div>
        <IconAction
          label={folder.paused ? t('folders.resume') : t('folders.pause')}
          icon={folder.paused ? IconPlayerPlay : IconPlayerPause}
          onClick={() => void request('folders.setPaused', { id: folder.id, paused: !folder.paused })}
          testId={`folder-pause-${folder.id}`}
        />
        <IconAction label={t('folders.edit')} icon={IconPencil} onClick={onEdit} testId={`folder-edit-${folder.id}`} />
        <IconAction
          label={t('folders.remove')}
          icon={IconTrash}
          onClick={remove}
          testId={`folder-remove-${folder.id}`}
        />
      </header>
      <p className={cards.condition} data-testid={`folder-condition-${folder.id}`}>
        <StateDot tone={condition ? tones[condition] : 'busy'} />
        {condition ? t(`folders.conditions.${condition}`) : t('folders.conditions.unknown')}
      </p>
      {message && <p className={cards.message}>{formatMessage(message)}</p>}
      {isWatchedElsewhere && (
        <Button
          size="compact-sm"
          variant="default"
          className={classes.take}
          onClick={() => void request('studio.takeWatch', { folder: folder.id })}
          data-testid={`folder-take-${folder.id}`}
        >
          {t('studio.takeWatch')}
        </Button>
      )}
      {!recipe && <p className={cards.message}>{t('folders.recipeGone')}</p>}
      <FactList
        facts={[
          [t('folders.recipe'), recipe?.name],
          [t('folders.output'), folder.outputFolder ?? t('folders.outputRecipe')],
        ]}
      />
      <div className={classes.counts}>
        <Progress.Root size="sm" aria-hidden>
          <Progress.Section value={total > 0 ? (done / total) * 100 : 0} color="var(--b-done)" />
          <Progress.Section value={total > 0 ? (failed / total) * 100 : 0} color="var(--b-failed)" />
          <Progress.Section value={total > 0 ? (undecided / total) * 100 : 0} color="var(--b-uncertain)" />
        </Progress.Root>
        <span className="numbers" data-testid={`folder-counts-${folder.id}`}>
          {[
            total > 0 ? t('folders.counts', { done: formatCount(done), total: formatCount(total) }) : null,
            ...remainingMessage({ failed, undecided }).map((each) => formatMessage(each)),
            lastAt ? t('folders.last', { time: dayTime(lastAt) }) : t('folders.never'),
          ]
            .filter((words) => words !== null)
            .join(' · ')}
        </span>
      </div>
      <div className={classes.buttons}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconFolderOpen size={16} aria-hidden />}
          onClick={() => void request('folders.reveal', { id: folder.id, which: 'watched' })}
          data-testid={`folder-reveal-${folder.id}`}
        >
          {t('folders.reveal')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPhotoShare size={16} aria-hidden />}
          onClick={() => void request('folders.reveal', { id: folder.id, which: 'output' })}
          data-testid={`folder-reveal-output-${folder.id}`}
        >
          {t('folders.revealOutput')}
        </Button>
      </div>
    </article>
  );
}
