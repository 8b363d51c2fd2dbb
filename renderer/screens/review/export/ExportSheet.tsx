/** The one sheet that hands results on: which photographs, where to, as what, and what it will come to. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { imageUrl } from '../../../../contract/app/image-urls.ts';
import { exportOptionsSchema, isPerResult } from '../../../../contract/delivery/export.ts';
import { request } from '../../../bridge.ts';
import { Sheet } from '../../../components/Sheet.tsx';
import { Picture } from '../../../components/Thumbnail.tsx';
import { PathField } from '../../../forms/PathField.tsx';
import { formatBytes, formatCount as number } from '../../../locales/format.ts';
import { useConfirming } from '../../../state/confirmDialog.ts';
import { chooseExportFolder, chooseOffer, closeExport, runExport, useExportSheet } from '../../../state/exportSheet.ts';
import { useData } from '../../../state/store.ts';
import { ScopeSelect } from '../ScopeSelect.tsx';
import classes from './Export.module.css';
import { ExportForm } from './ExportForm.tsx';
import { LastExport } from './LastExport.tsx';
import { PresetRow } from './PresetRow.tsx';

export function ExportSheet() {
  const { t } = useTranslation();
  const { isOpen, offers, offerKey, options, plan, ended } = useExportSheet();
  const hasExported = useData(({ settings: { lastExport } }) => lastExport !== null && lastExport.folder !== '');
  const isAsking = useConfirming((state) => state.isOpen);
  const hasFolder = options.kind !== 'outputs';
  const isReady = (options.folder !== '' || !hasFolder) && (plan === null || plan.count > 0);
  return (
    <Sheet
      opened={isOpen}
      onClose={closeExport}
      closeOnEscape={!isAsking}
      title={t('exporting.title')}
      size={840}
      data-testid="export"
    >
      <div className={classes.sheet}>
        <div className={classes.form}>
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
        </div>
        <Preview />
      </div>
      <div className={classes.foot}>
        <LastExport
          label={t('exporting.report.reveal')}
          onReveal={hasExported ? () => void request('export.reveal') : undefined}
          ended={ended}
          testId="export-sheet"
        />
        <Button flex="none" variant="subtle" color="gray" onClick={closeExport}>
          {t('actions.cancel')}
        </Button>
        <Button
          flex="none"
          onClick={() => void runExport()}
          disabled={!isReady || !exportOptionsSchema.safeParse(options).success}
          data-testid="export-go"
        >
          {t('exporting.go')}
        </Button>
      </div>
    </Sheet>
  );
}

function Preview() {
  const { t } = useTranslation();
  const plan = useExportSheet((state) => state.plan);
  const isFiles = useExportSheet((state) => state.options.kind === 'files');
  const hasNames = useExportSheet((state) => isPerResult(state.options.kind));
  const words =
    plan === null
      ? t('exporting.measuring')
      : plan.count === 0
        ? t('exporting.nothing')
        : t(isFiles ? 'exporting.size' : 'exporting.photographs', {
            count: plan.count,
            number: number(plan.count),
            size: formatBytes(plan.bytes),
          });
  return (
    <aside className={classes.preview} aria-label={t('exporting.first')}>
      <div className={classes.picture}>
        {plan?.firstId != null && <Picture src={imageUrl.resultThumbnail(plan.firstId, 320)} alt="" />}
      </div>
      <p className={`${classes.name} selectable`} data-testid="export-first">
        {(hasNames ? plan?.firstName : null) ?? ' '}
      </p>
      <p className={`${classes.size} numbers`} role="status" data-testid="export-estimate">
        {words}
      </p>
      {plan !== null && plan.withoutPicture > 0 && (
        <p className={classes.dim}>
          {t('exporting.withoutPicture', { count: plan.withoutPicture, number: number(plan.withoutPicture) })}
        </p>
      )}
    </aside>
  );
}
