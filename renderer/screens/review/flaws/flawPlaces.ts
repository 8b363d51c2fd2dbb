/** Where something may be wrong with a result, as frames over it; and whether they are shown. */
import { create } from 'zustand';
import type { VersionView } from '../../../../contract/review/list-queries.ts';
import type { ResultFlaw, ResultFlawKind } from '../../../../contract/review/result-flaws.ts';
import type { Size } from '../../../state/stage/stageGeometry.ts';
import type { AnalysisModel, Mark } from '../analysis/analysisModel.ts';

/** Null: as it is by default, see `useFlawPlaces`. */
const usePlaces = create<{ readonly wanted: boolean | null }>(() => ({ wanted: null }));

/** What is wrong, each kind once. */
export const kindsOf = (flaws: readonly ResultFlaw[]): ResultFlawKind[] => [...new Set(flaws.map(({ kind }) => kind))];

/** One place is framed by itself; several would cover the picture, so they are shown when that is asked for. */
export function useFlawPlaces(flaws: readonly ResultFlaw[]) {
  const wanted = usePlaces(({ wanted }) => wanted);
  const count = flaws.filter(({ box }) => box !== null).length;
  const isShown = count > 0 && (wanted ?? count === 1);
  return { count, isShown, toggle: () => usePlaces.setState({ wanted: !isShown }) };
}

/** Frames over the picture on the stage, of this size (px); null where there are none. */
export function marksOfFlaws(
  version: VersionView | null,
  size: Size | null,
): Pick<AnalysisModel, 'faces' | 'marks'> | null {
  const marks = (size === null ? [] : (version?.flaws ?? [])).flatMap(({ kind, box }, index): Mark[] =>
    box === null || size === null
      ? []
      : [
          {
            key: `flaw-${index}`,
            label: { key: `looks.kinds.${kind}` },
            confidence: null,
            shape: 'frame',
            boxes: [
              {
                x: box.x * size.width,
                y: box.y * size.height,
                width: box.width * size.width,
                height: box.height * size.height,
                rotation: 0,
              },
            ],
          },
        ],
  );
  return marks.length === 0 ? null : { faces: [], marks };
}
