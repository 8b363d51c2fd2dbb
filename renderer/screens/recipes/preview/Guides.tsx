/** Lines over a composed picture: how far the subject may reach, how large it is to be, and where it stands. */
import type { Composition } from '../../../../contract/recipes/composition.ts';
import classes from '../Recipes.module.css';
import { guideLines } from './guideLines.ts';

interface GuidesProps {
  readonly composition: Composition;
  /** px of the file. */
  readonly width: number;
  readonly height: number;
}

export function Guides({ composition, width, height }: GuidesProps) {
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
