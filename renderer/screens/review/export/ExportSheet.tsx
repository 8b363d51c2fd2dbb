/** The export sheet: photographs, folder and options, with the first picture, the number of files and their size. */
import { Button, Flex, Group, Stack, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { imageUrl } from '../../../../contract/app/image-urls.ts';
import {
  type ExportPlan,
  exportOptionsSchema,
  hasPictures,
  isPerResult,
} from '../../../../contract/delivery/export.ts';
import { joinSentences } from '../../../../contract/messages/format-message.ts';
import { request } from '../../../bridge.ts';
import { Picture } from '../../../components/picture/Thumbnail.tsx';
import { Sheet } from '../../../components/Sheet.tsx';
import { PathField } from '../../../forms/PathField.tsx';
import { formatBytes, formatCount as number } from '../../../locales/format.ts';
import { useData } from '../../../state/data/store.ts';
import { useConfirming } from '../../../state/window/confirmDialog.ts';
import { ActionButton } from '../ActionButton.tsx';
import { ScopeSelect } from '../ScopeSelect.tsx';
import { ExclusionNotes } from './ExclusionNotes.tsx';
import classes from './Export.module.css';
import { ExportForm } from './ExportForm.tsx';
import {
  chooseExportFolder,
  chooseOffer,
  closeExport,
  hasExportChoice,
  leaveOutFlawed,
  runExport,
  useExportSheet,
} from './exportSheet.ts';
import { FlawedNote } from './FlawedNote.tsx';
import { LastExport } from './LastExport.tsx';
import { PresetRow } from './PresetRow.tsx';

export function ExportSheet() {
  const { t } = useTranslation();
  const sheet = useExportSheet();
  const { isOpen, offers, offerKey, options, plan, flawed, isWithoutFlawed, ended } = sheet;
  const hasExported = useData(({ settings: { lastExport } }) => lastExport !== null && lastExport.folder !== '');
  const isConfirming = useConfirming((state) => state.isOpen);
  const hasFolder = options.kind !== 'outputs';
  const needsFolder = hasFolder && options.folder === '';
  const unavailableReason =
    (hasExportChoice(sheet) ? plan && emptyReason(plan, t) : t('exporting.nothing')) ??
    (needsFolder ? t('exporting.noFolder') : null);
  return (
    <Sheet
      opened={isOpen}
      onClose={closeExport}
      closeOnEscape={!isConfirming}
      title={t('exporting.title')}
      size={840}
      data-testid="export"
    >
      <Flex gap="lg">
        <Stack gap="sm" flex={1} miw={0}>
          <PresetRow />
          <ScopeSelect
            fullWidth
            aria-label={t('exporting.what')}
            offers={offers}
            offerKey={offerKey}
            onChoose={chooseOffer}
            isFirst
            testId="export-which"
          />
          {flawed && hasPictures(options.kind) && (
            <FlawedNote
              flawed={flawed}
              isLeftOut={isWithoutFlawed}
              onLeaveOut={leaveOutFlawed}
              onClose={closeExport}
              testId="export-flawed"
            />
          )}
          {hasFolder && (
            <PathField
              label={t('exporting.folder')}
              path={options.folder === '' ? null : options.folder}
              placeholder={t('exporting.noFolder')}
              onChoose={() => void chooseExportFolder()}
              isFirst={offers.length === 1}
              testId="export-folder"
            />
          )}
          <ExportForm />
        </Stack>
        <Preview />
      </Flex>
      <Group className={classes.foot} align="stretch" justify="flex-end" gap="xs" wrap="nowrap">
        <LastExport
          label={t('exporting.report.reveal')}
          onReveal={hasExported ? () => void request('export.reveal') : undefined}
          ended={ended}
          testId="export-sheet"
        />
        <Estimate />
        <Button flex="none" variant="subtle" color="gray" onClick={closeExport}>
          {t('actions.cancel')}
        </Button>
        <ActionButton
          flex="none"
          why={unavailableReason}
          onClick={() => void runExport()}
          disabled={!exportOptionsSchema.safeParse(options).success}
          data-testid="export-go"
        >
          {t('exporting.go')}
        </ActionButton>
      </Group>
    </Sheet>
  );
}

/** Returns the number of missing results, with the reason if they share it. */
function missingText({ count, missing: { count: missing, reason } }: ExportPlan, t: TFunction): string {
  const total = count + missing;
  return joinSentences([
    t('exporting.missing', { count: total, number: number(missing), total: number(total) }),
    ...(reason === null ? [] : [t(`exporting.missingReason.${reason.kind}`, { name: reason.name })]),
  ]);
}

/** Returns the reason why nothing can be exported, or null. */
function emptyReason(plan: ExportPlan, t: TFunction): string | null {
  if (plan.count > 0) return null;
  return plan.missing.count > 0 ? missingText(plan, t) : t('exporting.nothing');
}

/** The number of files and their size. */
function Estimate() {
  const { t } = useTranslation();
  const { plan, options } = useExportSheet();
  const text =
    plan === null
      ? t('exporting.measuring')
      : (emptyReason(plan, t) ??
        t(options.kind === 'files' ? 'exporting.size' : 'exporting.photographs', {
          count: plan.count,
          number: number(plan.count),
          size: formatBytes(plan.bytes),
        }));
  return (
    <Text
      inherit
      className="numbers"
      maw="50%"
      fz="sm"
      ta="right"
      style={{ alignSelf: 'center', overflowWrap: 'anywhere' }}
      role="status"
      data-testid="export-estimate"
    >
      {text}
    </Text>
  );
}

function Preview() {
  const { t } = useTranslation();
  const plan = useExportSheet((state) => state.plan);
  const hasNames = useExportSheet((state) => isPerResult(state.options.kind));
  return (
    <Stack component="aside" gap="xs" flex="none" w={240} aria-label={t('exporting.first')}>
      <div className={classes.picture}>
        {plan?.firstId != null && <Picture src={imageUrl.resultThumbnail(plan.firstId, 320)} alt="" />}
      </div>
      <Text inherit className="selectable" fw={500} style={{ overflowWrap: 'anywhere' }} data-testid="export-first">
        {(hasNames ? plan?.firstName : null) ?? ' '}
      </Text>
      {plan !== null && plan.count > 0 && plan.missing.count > 0 && (
        <Text inherit c="var(--b-uncertain)" fz="xs" style={{ overflowWrap: 'anywhere' }} data-testid="export-missing">
          {missingText(plan, t)}
        </Text>
      )}
      {plan !== null && <ExclusionNotes unprocessed={plan.unprocessed} withoutPicture={plan.withoutPicture} />}
    </Stack>
  );
}
