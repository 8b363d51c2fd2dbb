/** Where the label of a mark stands: at its mark, within the photograph, and over nobody's eyes. Pure; all in px of the photograph. */
import type { Size } from '../../../state/stage/stageGeometry.ts';
import type { FaceMarks, MarkBox } from './analysisModel.ts';

type Rect = Omit<MarkBox, 'rotation'>;

export interface LabelPlace {
  readonly x: number;
  readonly y: number;
  /** Its lower edge is at `y`, or its upper one. */
  readonly grows: 'up' | 'down';
}

/** A label is a line of this height and about this width for a letter, in px of the screen; the photograph is at least so large there. */
const label = { height: 24, letter: 7, ends: 12 } as const;
const minShownSize = { width: 320, height: 450 } as const;

/** The eyes and their lids, in parts of a face's frame. */
const eyesInFrame = { x: 0.1, y: 0.28, width: 0.8, height: 0.16 } as const;
/** Half of that height, in parts of the distance between the pupils. */
const eyesAroundPupils = 0.3;

/** @param letters of the label */
export function labelPlace(mark: MarkBox, faces: readonly FaceMarks[], letters: number, photograph: Size): LabelPlace {
  const { width, height } = photograph;
  const own = {
    width: width * Math.min(1, (letters * label.letter + label.ends) / minShownSize.width),
    height: height * (label.height / minShownSize.height),
  };
  const region = boundsOf(mark, { x: 0, y: 0, width: 1, height: 1 });
  const eyes = faces.flatMap((face) => eyesOf(face) ?? []);
  const x = Math.max(0, Math.min(region.x, width - own.width));
  const up = (y: number): LabelPlace => ({ x, y, grows: 'up' });
  const down = (y: number): LabelPlace => ({ x, y, grows: 'down' });
  const places = [
    up(region.y),
    down(region.y + region.height),
    down(region.y),
    up(region.y + region.height),
    ...eyes.flatMap((each) => [up(each.y), down(each.y + each.height)]),
  ];
  const rectOf = ({ y, grows }: LabelPlace) => ({ x, y: grows === 'up' ? y - own.height : y, ...own });
  const isInside = ({ y }: Rect) => y >= 0 && y + own.height <= height;
  const isNear = (rect: Rect) =>
    areOverlapping(rect, { ...region, y: region.y - 2 * own.height, height: region.height + 4 * own.height });
  const fits = (place: LabelPlace) => {
    const rect = rectOf(place);
    return isInside(rect) && isNear(rect) && !eyes.some((each) => areOverlapping(rect, each));
  };
  return places.find(fits) ?? places.find((place) => isInside(rectOf(place))) ?? down(0);
}

/** Both eyes of a face; null where nothing tells where they are. */
function eyesOf({ box, pupils }: FaceMarks): Rect | null {
  const [first, second] = pupils;
  if (first && second) {
    const reach = Math.max(
      eyesAroundPupils * Math.hypot(first.x - second.x, first.y - second.y),
      first.radius,
      second.radius,
    );
    const [x, y] = [Math.min(first.x, second.x) - reach, Math.min(first.y, second.y) - reach];
    return { x, y, width: Math.abs(first.x - second.x) + 2 * reach, height: Math.abs(first.y - second.y) + 2 * reach };
  }
  return box && boundsOf(box, eyesInFrame);
}

/** The upright frame around a part of a box, which is turned about its corner. */
function boundsOf({ x, y, width, height, rotation }: MarkBox, part: Rect): Rect {
  const angle = (rotation * Math.PI) / 180;
  const corners = [part.x, part.x + part.width].flatMap((u) =>
    [part.y, part.y + part.height].map((v) => ({
      x: x + u * width * Math.cos(angle) - v * height * Math.sin(angle),
      y: y + u * width * Math.sin(angle) + v * height * Math.cos(angle),
    })),
  );
  const [xs, ys] = [corners.map((each) => each.x), corners.map((each) => each.y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

function areOverlapping(a: Rect, b: Rect): boolean {
  const epsilon = 1e-6;
  return (
    a.x + a.width > b.x + epsilon &&
    b.x + b.width > a.x + epsilon &&
    a.y + a.height > b.y + epsilon &&
    b.y + b.height > a.y + epsilon
  );
}
