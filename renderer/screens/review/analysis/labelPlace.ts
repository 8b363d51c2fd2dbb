/** Places the label of a mark next to it, inside the photograph, and not over eyes. Pure; in px of the photograph. */
import type { Size } from '../../../state/stage/stageGeometry.ts';
import type { FaceMarks, MarkBox } from './analysisModel.ts';

type Rect = Omit<MarkBox, 'rotation'>;

interface LabelPlace {
  readonly x: number;
  readonly y: number;
  /** Up: `y` is the lower edge of the label. */
  readonly grows: 'up' | 'down';
}

/** Height of a label, and approximate width of a letter, for a photograph of the minimum size on the screen; CSS px. */
const label = { height: 24, letter: 7, ends: 12 } as const;
const minShownSize = { width: 320, height: 450 } as const;

/** The eyes and their lids, as shares of a face's frame. */
const eyesInFrame = { x: 0.1, y: 0.28, width: 0.8, height: 0.16 } as const;
/** Half of the eyes' height, as a share of the distance between the pupils. */
const eyesAroundPupils = 0.3;

/** @param letters their number in the label */
export function labelPlace(mark: MarkBox, faces: readonly FaceMarks[], letters: number, photograph: Size): LabelPlace {
  const { width, height } = photograph;
  const size = {
    width: width * Math.min(1, (letters * label.letter + label.ends) / minShownSize.width),
    height: height * (label.height / minShownSize.height),
  };
  const region = boundsOf(mark, { x: 0, y: 0, width: 1, height: 1 });
  const eyes = faces.flatMap((face) => eyesOf(face) ?? []);
  const x = Math.max(0, Math.min(region.x, width - size.width));
  const up = (y: number): LabelPlace => ({ x, y, grows: 'up' });
  const down = (y: number): LabelPlace => ({ x, y, grows: 'down' });
  const places = [
    up(region.y),
    down(region.y + region.height),
    down(region.y),
    up(region.y + region.height),
    ...eyes.flatMap((each) => [up(each.y), down(each.y + each.height)]),
  ];
  const rectOf = ({ y, grows }: LabelPlace) => ({ x, y: grows === 'up' ? y - size.height : y, ...size });
  const isInside = ({ y }: Rect) => y >= 0 && y + size.height <= height;
  const isNear = (rect: Rect) =>
    areOverlapping(rect, { ...region, y: region.y - 2 * size.height, height: region.height + 4 * size.height });
  const fits = (place: LabelPlace) => {
    const rect = rectOf(place);
    return isInside(rect) && isNear(rect) && !eyes.some((each) => areOverlapping(rect, each));
  };
  return places.find(fits) ?? places.find((place) => isInside(rectOf(place))) ?? down(0);
}

/** Returns the bounds of both eyes, or null if unknown. */
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

/** Returns the upright bounds of a part of a rotated box. */
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
