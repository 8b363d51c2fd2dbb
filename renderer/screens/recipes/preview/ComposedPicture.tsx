/** Composed cutout of an output, with guides, notes, and the check against a marketplace's rules. */
import { Checkbox, Group, Loader } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComposedReport } from '../../../../contract/jobs/preview.ts';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import type { Composition } from '../../../../contract/recipes/composition.ts';
import type { Output } from '../../../../contract/recipes/output.ts';
import { withNameFinding } from '../../../../contract/recipes/product-file-name.ts';
import { MarketplaceVerdict } from '../../../components/marketplace/MarketplaceVerdict.tsx';
import { Note } from '../../../components/Note.tsx';
import { DraftMark } from '../../../components/picture/DraftMark.tsx';
import { Stage } from '../../../components/stage/Stage.tsx';
import { useMarketplaces } from '../../../state/data/marketplaces.ts';
import { fittedView } from '../../../state/stage/stageGeometry.ts';
import { guideLines } from './guideLines.ts';
import classes from './Preview.module.css';

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
  const [hasGuides, setHasGuides] = useState(true);
  const { url, width, height, notes, findings, error } = report;
  const { composition, size } = output;
  // Guides do not fit if an exact size puts the canvas on another one.
  const guided = composition !== null && size.kind !== 'exact' ? composition : null;
  return (
    <>
      <div className={classes.stage} data-testid="preview-composed" data-drawing={isDrawing || undefined}>
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
        {isDrawing && <Loader pos="absolute" right={8} bottom={8} size={16} color="gray" />}
      </div>
      <div className={classes.foot} data-testid="preview-composed-notes">
        {error !== null && (
          <Note lh="inherit" c="var(--b-failed)" role="alert">
            {formatMessage(error)}
          </Note>
        )}
        {url !== null && (
          <Group className="numbers" gap={12} justify="space-between" align="stretch" wrap="nowrap" c="dimmed">
            <span>{t('recipes.preview.size', { width, height })}</span>
            {guided && (
              <Checkbox
                size="xs"
                label={t('recipes.preview.guides')}
                checked={hasGuides}
                onChange={(event) => setHasGuides(event.currentTarget.checked)}
                data-testid="preview-guides"
              />
            )}
          </Group>
        )}
        {notes.map((note) => (
          <Note key={note.key} c="var(--b-uncertain)">
            {formatMessage(note)}
          </Note>
        ))}
        {findings && (
          <MarketplaceVerdict findings={withNameFinding(findings, preset, output.template)} name={preset?.name ?? ''} />
        )}
      </div>
    </>
  );
}

interface GuidesProps {
  readonly composition: Composition;
  /** Size of the file, px. */
  readonly width: number;
  readonly height: number;
}

/** Lines for the margin, the size of the subject, and the baseline. */
function Guides({ composition, width, height }: GuidesProps) {
  const { margin, fill, baseline } = guideLines(composition, { width, height });
  return (
    <svg
      className={classes.guides}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
      data-testid="guides"
    >
      {[margin, fill].map(
        (box, index) =>
          box && (
            <g key={index === 0 ? 'margin' : 'fill'} data-guide={index === 0 ? 'margin' : 'fill'}>
              <rect {...box} />
              <rect {...box} />
            </g>
          ),
      )}
      {baseline !== null && (
        <g data-guide="baseline">
          <line x1={0} x2={width} y1={baseline} y2={baseline} />
          <line x1={0} x2={width} y1={baseline} y2={baseline} />
        </g>
      )}
    </svg>
  );
}
