/** Notes about unavailable files of the photograph in the loupe, with a button to find them. */
import { Box, Button, Flex } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { joinSentences } from '../../../../contract/messages/format-message.ts';
import type { FilePresence, PhotographPresence } from '../../../../contract/review/file-availability.ts';
import { request } from '../../../bridge.ts';
import { notify } from '../../../notifications.tsx';
import { formatFolder, missingShareOf } from '../../../state/data/sharePaths.ts';
import { missingFileText } from '../../../state/review/fileAvailability.ts';
import { openStudioForm } from '../../../state/settings/settingsPages.ts';

/** Asks the user for the new place of a folder, and looks for all its files there. */
async function findFolder(subject: 'photograph' | 'result', id: number): Promise<void> {
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
    <Flex
      gap={8}
      align="flex-start"
      mb={16}
      c="var(--b-uncertain)"
      style={{ overflowWrap: 'anywhere' }}
      data-testid={`loupe-away-${subject}`}
    >
      <IconPlugConnectedX size={16} style={{ flex: 'none' }} aria-hidden />
      <Box component="span" flex={1} title={isShareMissing ? formatFolder(path) : path}>
        {missingFileText(file, subject)}
      </Box>
      {isShareMissing ? (
        <Button size="compact-xs" variant="default" onClick={() => openStudioForm()}>
          {t('studio.share.setUp')}
        </Button>
      ) : (
        state !== 'outside' && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => void findFolder(subject, id)}
            data-testid={`loupe-find-${subject}`}
          >
            {t('review.away.find')}
          </Button>
        )
      )}
    </Flex>
  );
}

const isUnavailable = (file: FilePresence | undefined): file is FilePresence =>
  file !== undefined && file.state !== 'here' && file.state !== 'unknown';

/** One note suffices for both files. */
function areOnSameMissingShare(original: FilePresence | undefined, result: FilePresence): boolean {
  const share = missingShareOf(result.path);
  return share !== null && isUnavailable(original) && missingShareOf(original.path) === share;
}

interface UnavailableNotesProps {
  readonly presence: PhotographPresence | null;
  /** The displayed result. */
  readonly resultId: number | null;
}

export function UnavailableNotes({ presence, resultId }: UnavailableNotesProps) {
  const result = presence?.results.find((each) => each.resultId === resultId);
  return (
    <>
      {isUnavailable(presence?.original) && (
        <Note file={presence.original} subject="photograph" id={presence.photographId} />
      )}
      {isUnavailable(result) && resultId !== null && !areOnSameMissingShare(presence?.original, result) && (
        <Note file={result} subject="result" id={resultId} />
      )}
    </>
  );
}
