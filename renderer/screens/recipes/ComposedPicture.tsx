/** A cutout as an output lays it out: the picture with guides for margin, fill and baseline, its notes, and what a marketplace says. */
import { Checkbox, Loader } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComposedReport } from '../../../contract/jobs/preview.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import type { Output } from '../../../contract/recipes/output.ts';
import { withNameFinding } from '../../../contract/recipes/product-file-name.ts';
import { DraftMark } from '../../components/DraftMark.tsx';
import { MarketplaceVerdict } from '../../components/MarketplaceVerdict.tsx';
import { Stage } from '../../components/stage/Stage.tsx';
import { useMarketplaces } from '../../state/data/marketplaces.ts';
import { fittedView } from '../../state/stage/stageGeometry.ts';
import { Guides } from './Guides.tsx';
import classes from './Recipes.module.css';

interface ComposedPictureProps {
  readonly report: ComposedReport;
  readonly output: Output;
  readonly isDrawing: boolean;
  readonly isDraft: boolean;
}

export function ComposedPicture({ report, output, isDrawing, isDraft }: ComposedPictureProps) {
  const { t } = useTranslation();
  const preset = useMarketplaces().find(output.marketplace);
  const view = useRef(fittedView);
  const [hasGuides, setGuides] = useState(true);
  const { url, width, height, notes, findings, error } = report;
  const { composition, size } = output;
  // What lies on a canvas of another shape again has no guides of its own.
  const guided = composition !== null && size.kind !== 'exact' ? composition : null;
  return (
    <>
      <div className={classes.previewStage} data-testid="preview-composed" data-drawing={isDrawing || undefined}>
        {isDraft && url !== null && <DraftMark />}
        {url !== null && (
          <Stage
            width={width}
            height={height}
            before={null}
            after={{ src: url, small: null, alt: t('recipes.preview.composed'), box: null }}
            backdrop="checker"
            label={t('recipes.preview.composed')}
            view={view}
          >
            {guided && hasGuides && <Guides composition={guided} width={width} height={height} />}
          </Stage>
        )}
        {isDrawing && <Loader className={classes.drawing ?? ''} size={16} color="gray" />}
      </div>
      <div className={classes.previewFoot} data-testid="preview-composed-notes">
        {error !== null && (
          <p className={classes.bad} role="alert">
            {formatMessage(error)}
          </p>
        )}
        {url !== null && (
          <div className={classes.composedFacts}>
            <span>{t('recipes.preview.size', { width, height })}</span>
            {guided && (
              <Checkbox
                size="xs"
                label={t('recipes.preview.guides')}
                checked={hasGuides}
                onChange={(event) => setGuides(event.currentTarget.checked)}
                data-testid="preview-guides"
              />
            )}
          </div>
        )}
        {notes.map((note) => (
          <p key={note.key} className={classes.warn}>
            {formatMessage(note)}
          </p>
        ))}
        {findings && (
          <MarketplaceVerdict findings={withNameFinding(findings, preset, output.template)} name={preset?.name ?? ''} />
        )}
      </div>
    </>
  );
}
