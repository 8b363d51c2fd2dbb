/** Decides how the loupe shows a result: its size, and whether the slider compares it with the photograph. */
import { imageUrl } from '../../../../contract/app/image-urls.ts';
import type { ResultView } from '../../../../contract/jobs/result.ts';
import { operations } from '../../../../contract/operations/table.ts';
import type { PhotographView, VersionView } from '../../../../contract/review/list-queries.ts';
import type { StagePicture } from '../../../components/stage/PictureLayer.tsx';
import { isSameShape } from '../../../state/stage/stageGeometry.ts';

interface Comparison {
  /** Size of the stage's picture, px. */
  readonly width: number;
  readonly height: number;
  /** Null if before and after cannot overlap. */
  readonly before: StagePicture | null;
  readonly after: StagePicture;
}

/** Whether before and after overlap, judging by their aspect ratios. */
export const hasBefore = (...[result, original]: Parameters<typeof comparisonOf>): boolean =>
  result?.kind === 'image' && comparisonOf(result, original, { original: true, result: true })?.before != null;

/** Whether a file or its preview is available. */
interface Showable {
  readonly original: boolean;
  readonly result: boolean;
}

const isCutout = ({ operation }: Pick<ResultView, 'operation'>) =>
  ['alpha', 'boxes'].includes(operations[operation].restore);

/** Whether the backdrop can show through a result. */
export const isTransparent = (result: Pick<ResultView, 'kind' | 'operation' | 'path'>): boolean =>
  result.kind === 'image' && isCutout(result) && !/\.jpe?g$/i.test(result.path ?? '');

/** Recipes lay out only cutouts. */
const isLaidOut = (result: ResultView & Pick<VersionView, 'composed'>) => result.composed === true && isCutout(result);

/**
 * Returns null if no picture can be shown, because a file is missing or the size of the photograph is unknown.
 * @param result null shows the photograph
 */
export function comparisonOf(
  result: (ResultView & Pick<VersionView, 'composed'>) | null,
  original: Pick<PhotographView, 'id' | 'name' | 'width' | 'height'>,
  showable: Showable = { original: true, result: result?.present ?? false },
): Comparison | null {
  const source: StagePicture = {
    src: imageUrl.photograph(original.id),
    small: imageUrl.photographThumbnail(original.id, 640),
    alt: original.name,
    box: null,
  };
  const photograph =
    original.width > 0 && original.height > 0 ? { width: original.width, height: original.height } : null;
  if (result === null) return photograph && showable.original ? { ...photograph, before: null, after: source } : null;
  if (result.kind === 'analysis') return photograph && { ...photograph, before: null, after: source };
  if (!showable.result || result.width === null || result.height === null) return null;
  const before = showable.original && !isLaidOut(result) ? source : null;
  const size = { width: result.width, height: result.height };
  const after: StagePicture = {
    src: imageUrl.result(result.id),
    small: imageUrl.resultThumbnail(result.id, 640),
    alt: original.name,
    box: result.box,
  };
  if (photograph && result.box) return { ...photograph, before, after };
  if (photograph && isSameShape(size, photograph)) return { ...size, before, after };
  return { ...size, before: null, after: { ...after, box: null } };
}
