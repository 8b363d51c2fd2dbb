/** Buttons in the inspector, the next action first. */
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PhotographPresence } from '../../../../contract/review/file-availability.ts';
import type { PhotographView, VersionView } from '../../../../contract/review/list-queries.ts';
import { baseName } from '../../../locales/format.ts';
import { useTrialBatch } from '../../../state/batches/trialBatches.ts';
import { reprocess } from '../../../state/processing/intake.ts';
import { openReprocess } from '../../../state/processing/reprocess.ts';
import { whyNoOriginal, whyNoResult } from '../../../state/review/fileAvailability.ts';
import { useHint } from '../../../state/settings/keymap.ts';
import { ActionButton } from '../ActionButton.tsx';
import { openExport } from '../export/exportSheet.ts';
import { removeVersion } from '../touchUp/touchUp.ts';

interface LoupeActionsProps {
  readonly photograph: PhotographView;
  /** Null before the photograph is processed. */
  readonly version: VersionView | null;
  readonly presence: PhotographPresence | null;
}

export function LoupeActions({ photograph, version, presence }: LoupeActionsProps) {
  const { t } = useTranslation();
  const hint = useHint();
  // In a trial, deciding about the other photographs is the next action.
  const hasTrial = useTrialBatch(version?.batchId ?? null) !== null;
  const target =
    version === null
      ? ({ kind: 'photographs', id: photograph.id } as const)
      : ({ kind: 'jobs', id: version.jobId } as const);
  return (
    <Group gap={6} mb="md">
      {version !== null && (
        <>
          <ActionButton
            size="compact-sm"
            variant={hasTrial ? 'default' : 'filled'}
            why={whyNoResult(version, presence)}
            hint={hint(t('exporting.open'), 'review.export')}
            onClick={() => void openExport()}
            data-testid="loupe-export"
          >
            {t('exporting.open')}
          </ActionButton>
          <ActionButton
            size="compact-sm"
            variant="default"
            why={whyNoOriginal(presence)}
            onClick={() => void reprocess({ ids: [version.jobId] })}
            data-testid="loupe-again"
          >
            {t('queue.actions.again')}
          </ActionButton>
        </>
      )}
      <ActionButton
        size="compact-sm"
        variant={version === null ? 'filled' : 'default'}
        why={whyNoOriginal(presence)}
        onClick={() => openReprocess({ kind: target.kind, on: { ids: [target.id] }, count: 1 })}
        data-testid="loupe-with"
      >
        {t('queue.actions.with')}
      </ActionButton>
      {version !== null && version.version > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => void removeVersion(version.id, baseName(version.path ?? ''))}
          data-testid="loupe-remove-version"
        >
          {t('touch.remove')}
        </Button>
      )}
    </Group>
  );
}
