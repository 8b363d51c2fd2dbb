/** What of the photograph in the loupe is not where it was: said quietly, with a way to find it again. */

import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { joinSentences } from '../../../contract/messages/format-message.ts';
import type { FilePresence, PhotographPresence } from '../../../contract/review/file-availability.ts';
import { request } from '../../bridge.ts';
import { notify } from '../../notifications.tsx';
import { formatFolder, missingShareOf } from '../../state/data/sharePaths.ts';
import { missingFileText } from '../../state/review/fileAvailability.ts';
import { openStudioForm } from '../../state/settings/settingsPages.ts';
import classes from './Review.module.css';

/** Has the user show where a folder is now; what is found there is shown from there, with all else that was in the folder. */
async function find(subject: 'photograph' | 'result', id: number): Promise<void> {
  const { t } = i18next;
  const folder = await request('app.chooseFolder', { title: t('review.away.choose'), start: null });
  if (!folder.ok || folder.value === null) return;
  const report = await request('offline.relink', { subject, id, folder: folder.value.id });
  if (!report.ok) return;
  const { found, missing, different } = report.value;
  const text = () =>
    joinSentences([
      t('review.away.found', { count: found }),
      ...(missing > 0 ? [t('review.away.missing', { count: missing })] : []),
      ...(different > 0 ? [t('review.away.different', { count: different })] : []),
    ]);
  notify({ tone: found > 0 ? 'success' : 'warning', text });
}

interface NoteProps {
  readonly file: FilePresence;
  readonly subject: 'photograph' | 'result';
  readonly id: number;
}

function Note({ file, subject, id }: NoteProps) {
  const { t } = useTranslation();
  const { state, path } = file;
  const isShareMissing = missingShareOf(path) !== null;
  return (
    <div className={classes.away} data-testid={`loupe-away-${subject}`}>
      <IconPlugConnectedX size={16} aria-hidden />
      <span className={classes.grow} title={isShareMissing ? formatFolder(path) : path}>
        {missingFileText(file, subject)}
      </span>
      {isShareMissing ? (
        <Button size="compact-xs" variant="default" onClick={() => openStudioForm()}>
          {t('studio.share.setUp')}
        </Button>
      ) : (
        state !== 'outside' && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => void find(subject, id)}
            data-testid={`loupe-find-${subject}`}
          >
            {t('review.away.find')}
          </Button>
        )
      )}
    </div>
  );
}

const isAway = (file: FilePresence | undefined): file is FilePresence =>
  file !== undefined && file.state !== 'here' && file.state !== 'unknown';

/** One note says it for both then. */
function isInSameMissingShare(original: FilePresence | undefined, result: FilePresence): boolean {
  const share = missingShareOf(result.path);
  return share !== null && isAway(original) && missingShareOf(original.path) === share;
}

interface AwayNotesProps {
  readonly presence: PhotographPresence | null;
  /** The result that is shown; null: none is. */
  readonly resultId: number | null;
}

export function UnavailableNotes({ presence, resultId }: AwayNotesProps) {
  const result = presence?.results.find((each) => each.resultId === resultId);
  return (
    <>
      {isAway(presence?.original) && <Note file={presence.original} subject="photograph" id={presence.photographId} />}
      {isAway(result) && resultId !== null && !isInSameMissingShare(presence?.original, result) && (
        <Note file={result} subject="result" id={resultId} />
      )}
    </>
  );
}
