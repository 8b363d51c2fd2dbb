/** Landmarks, faces, areas of findings and parts over the photograph. Line widths do not depend on the zoom. */
import { type CSSProperties, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { percent } from '../../../locales/format.ts';
import type { Size } from '../../../state/stage/stageGeometry.ts';
import classes from './Analysis.module.css';
import type { AnalysisModel, FaceMarks, Mark, MarkBox } from './analysisModel.ts';
import { clipAnalysis } from './clipToPhoto.ts';
import { formatWords } from './formatWords.ts';
import { labelPlace } from './labelPlace.ts';
import { useMarks } from './marks.ts';

interface MarksOverlayProps {
  readonly reading: Pick<AnalysisModel, 'faces' | 'marks'>;
  /** Size of the photograph, px. */
  readonly width: number;
  readonly height: number;
  /** The shown point set, such as "72", or null. */
  readonly set: string | null;
}

/** @param share width of the face as a share of the picture's */
const faceStyle = (share: number) => ({ '--face': `${share * 100}cqw` }) as CSSProperties;

export function MarksOverlay({ reading, width, height, set }: MarksOverlayProps) {
  const { marks, faces } = useMemo(() => clipAnalysis(reading, { width, height }), [reading, width, height]);
  const isShown = useMarks((ui) => ui.isShown);
  const chosen = useMarks((ui) => ui.chosen);
  if (!isShown) return null;
  const chosenMark = marks.find(({ key }) => key === chosen);
  return (
    <>
      <svg
        className={classes.overlay}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden
        data-testid="marks"
      >
        {faces.map((face, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: faces have no other key
          <g key={index} style={faceStyle((face.box?.width ?? width / 3) / width)}>
            {(set === null ? [] : (face.sets[set] ?? [])).map((point, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the index is the name of a point
              <path key={index} d={`M${point.x} ${point.y}h0`} className={classes.point} data-testid="marks-point" />
            ))}
            {face.pupils.map((pupil) => (
              <circle key={`${pupil.x} ${pupil.y}`} cx={pupil.x} cy={pupil.y} r={pupil.radius} />
            ))}
          </g>
        ))}
        {marks.map(({ key, shape, boxes, confidence }) => (
          <g
            key={key}
            className={shape === 'area' ? classes.area : undefined}
            data-chosen={key === chosen || undefined}
            style={{ '--sure': confidence ?? 1 } as CSSProperties}
            data-testid={`mark-${key}`}
          >
            {boxes.map((box) => (
              <Shape key={`${box.x} ${box.y}`} shape={shape} box={box} />
            ))}
          </g>
        ))}
      </svg>
      {chosenMark?.boxes[0] && (
        <Label mark={chosenMark} box={chosenMark.boxes[0]} faces={faces} photograph={{ width, height }} />
      )}
    </>
  );
}

function Shape({ shape, box }: { readonly shape: Mark['shape']; readonly box: MarkBox }) {
  const { x, y, width, height, rotation } = box;
  const [rx, ry] = [width / 2, height / 2];
  if (shape === 'area') return <ellipse cx={x + rx} cy={y + ry} rx={rx} ry={ry} />;
  return (
    <rect
      x={x}
      y={y}
      width={width}
      height={height}
      transform={`rotate(${rotation} ${x} ${y})`}
      data-testid="marks-face"
    />
  );
}

interface LabelProps {
  readonly mark: Mark;
  readonly box: MarkBox;
  readonly faces: readonly FaceMarks[];
  readonly photograph: Size;
}

function Label({ mark, box, faces, photograph }: LabelProps) {
  const { t } = useTranslation();
  const confidenceText = mark.confidence === null ? '' : ` · ${percent(mark.confidence)}`;
  const text = `${formatWords(t, mark.label)}${confidenceText}`;
  const { x, y, grows } = labelPlace(box, faces, text.length, photograph);
  return (
    <span
      className={classes.label}
      style={{ left: `${(x / photograph.width) * 100}%`, top: `${(y / photograph.height) * 100}%` }}
      aria-hidden
      data-grows={grows}
      data-testid="mark-label"
    >
      {text}
    </span>
  );
}
