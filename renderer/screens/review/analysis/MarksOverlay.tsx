/** Landmarks, face frames and pupils drawn over the photograph; lines keep their width on the screen at every zoom. */
import type { CSSProperties } from 'react';
import classes from './Analysis.module.css';
import type { Reading } from './reading.ts';

interface MarksOverlayProps {
  readonly reading: Reading;
  /** Size of the photograph, px. */
  readonly width: number;
  readonly height: number;
  /** The point set that is shown, as in "72"; null = none. */
  readonly set: string | null;
}

/** Width of the face on the unzoomed stage, in parts of the stage's picture. */
const faceStyle = (share: number) => ({ '--face': `${share * 100}cqw` }) as CSSProperties;

export function MarksOverlay({ reading, width, height, set }: MarksOverlayProps) {
  return (
    <svg
      className={classes.overlay}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
      data-testid="marks"
    >
      {reading.faces.map((face, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: faces have no name but their place
        <g key={index} style={faceStyle((face.box?.width ?? width / 3) / width)}>
          {face.box && (
            <rect
              x={face.box.x}
              y={face.box.y}
              width={face.box.width}
              height={face.box.height}
              transform={`rotate(${face.box.rotation} ${face.box.x} ${face.box.y})`}
              data-testid="marks-face"
            />
          )}
          {(set === null ? [] : (face.sets[set] ?? [])).map((point, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place in the set
            <path key={at} d={`M${point.x} ${point.y}h0`} className={classes.point} data-testid="marks-point" />
          ))}
          {face.pupils.map((pupil) => (
            <circle key={`${pupil.x} ${pupil.y}`} cx={pupil.x} cy={pupil.y} r={pupil.radius} />
          ))}
        </g>
      ))}
    </svg>
  );
}
