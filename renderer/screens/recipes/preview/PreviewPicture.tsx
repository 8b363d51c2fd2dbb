/** Result of a preview: before and after with a slider, or the findings of an analysis. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PreviewReport } from '../../../../contract/jobs/preview.ts';
import type { OperationId } from '../../../../contract/operations/operation-spec.ts';
import { DraftMark } from '../../../components/picture/DraftMark.tsx';
import { Stage } from '../../../components/stage/Stage.tsx';
import { fittedView, isSameShape, type Size } from '../../../state/stage/stageGeometry.ts';
import { Findings } from '../../review/analysis/Findings.tsx';
import { MarksOverlay } from '../../review/analysis/MarksOverlay.tsx';
import { readAnalysis, setsOf } from '../../review/analysis/readAnalysis.ts';
import classes from './Preview.module.css';

/** Returns the size of an image in px, or null while it loads, or if it cannot be loaded. */
function useImageSize(url: string | null): Size | null {
  const [loaded, setLoaded] = useState<{ url: string; size: Size } | null>(null);
  useEffect(() => {
    if (url === null) return;
    const image = new Image();
    image.onload = () => setLoaded({ url, size: { width: image.naturalWidth, height: image.naturalHeight } });
    image.src = url;
    return () => {
      image.onload = null;
    };
  }, [url]);
  return loaded?.url === url ? loaded.size : null;
}

interface PreviewPictureProps {
  readonly report: PreviewReport;
  readonly operation: OperationId;
  readonly isDraft?: boolean;
}

export function PreviewPicture({ report, operation, isDraft = false }: PreviewPictureProps) {
  const { t } = useTranslation();
  const view = useRef(fittedView);
  const before = useImageSize(report.beforeUrl);
  const after = useImageSize(report.afterUrl);
  const reading = useMemo(
    () => (report.analysis == null ? null : readAnalysis({ operation, body: report.analysis })),
    [report.analysis, operation],
  );
  const picture = (src: string) => ({ src, small: null, alt: t('recipes.preview.title'), box: null });
  const canCompare = before && after && isSameShape(before, after);
  const size = after ?? before;
  return (
    <>
      <div className={classes.stage} data-testid="preview-picture">
        {isDraft && (report.afterUrl !== null || reading !== null) && <DraftMark />}
        {size && (
          <Stage
            width={size.width}
            height={size.height}
            before={canCompare ? picture(report.beforeUrl) : null}
            after={picture(report.afterUrl ?? report.beforeUrl)}
            backdrop="checker"
            label={t('review.loupe.slider')}
            view={view}
          >
            {reading && before && (
              <MarksOverlay
                reading={reading}
                width={before.width}
                height={before.height}
                set={setsOf(reading).at(-1) ?? null}
              />
            )}
          </Stage>
        )}
      </div>
      {reading && reading.groups.length > 0 && (
        <div className={classes.foot}>
          <Findings reading={reading} />
        </div>
      )}
    </>
  );
}
