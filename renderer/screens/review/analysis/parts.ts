/** Locations of parts cut out of a photograph, such as clothes, heads and hair. Pure. */
import type { VersionView } from '../../../../contract/review/list-queries.ts';
import type { AnalysisModel, Mark } from './analysisModel.ts';

export const partKey = (versionId: number) => `part-${versionId}`;

/** Returns the parts of the same response as `shown`, or null if it is no part. */
export function partsOf(
  versions: readonly VersionView[],
  shown: VersionView,
): Pick<AnalysisModel, 'faces' | 'marks'> | null {
  if (shown.kind !== 'image' || shown.box === null) return null;
  const marks = versions
    .filter(({ jobId, step, version }) => jobId === shown.jobId && step === shown.step && version === shown.version)
    .flatMap(({ id, element, box }): Mark[] =>
      box === null || element === null
        ? []
        : [
            {
              key: partKey(id),
              label: { key: 'review.part', values: { name: element } },
              confidence: null,
              shape: 'frame',
              boxes: [{ ...box, rotation: 0 }],
            },
          ],
    );
  return marks.length === 0 ? null : { faces: [], marks };
}
