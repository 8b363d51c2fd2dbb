/** Frames around possible flaws of a result, and whether they are shown. */
import { create } from 'zustand';
import type { VersionView } from '../../../../contract/review/list-queries.ts';
import type { ResultFlaw, ResultFlawKind } from '../../../../contract/review/result-flaws.ts';
import type { Size } from '../../../state/stage/stageGeometry.ts';
import type { AnalysisModel, Mark } from '../analysis/analysisModel.ts';

/** The user's choice to show the frames; null: the default of `useFlawPlaces`. */
const useFrames = create<{ readonly isShown: boolean | null }>(() => ({ isShown: null }));

export const kindsOf = (flaws: readonly ResultFlaw[]): ResultFlawKind[] => [...new Set(flaws.map(({ kind }) => kind))];

/** By default only a single flaw is framed, because several frames would cover the picture. */
export function useFlawPlaces(flaws: readonly ResultFlaw[]) {
  const chosen = useFrames(({ isShown }) => isShown);
  const count = flaws.filter(({ box }) => box !== null).length;
  const isShown = count > 0 && (chosen ?? count === 1);
  return { count, isShown, toggle: () => useFrames.setState({ isShown: !isShown }) };
}

/** Returns the frames over a picture of this size (px), or null without flaws. */
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
