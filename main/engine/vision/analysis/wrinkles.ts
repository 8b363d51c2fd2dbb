/** Looks for wrinkles: on the forehead, between the brows, beside and below the eyes, beside the nose. */
import type { Point } from '../face/human.ts';
import { createPlane, type Plane } from '../pixels/plane.ts';
import { chartFaceSize, type FaceChart, sideInView, skinIn } from './skin-chart.ts';
import { type Field, type LineShape, valleyDepth } from './valleys.ts';
import { type Finding, judge, type Limit } from './verdict.ts';
import { outerCorner, type Side, sideLines, sides, sideZones, zones } from './zones.ts';

export type Wrinkle = 'forehead_wrinkle' | 'crows_feet' | 'eye_finelines' | 'glabella_wrinkle' | 'nasolabial_fold';

/** Depths (L of mid-toned skin) and the part of each area that its lines cover. */
const looks: Record<Wrinkle, { shape: LineShape; share: number; limit: Limit }> = {
  forehead_wrinkle: { shape: { width: 0.011, length: 0.11 }, share: 0.06, limit: { threshold: 1.2, scale: 1 } },
  glabella_wrinkle: { shape: { width: 0.011, length: 0.07 }, share: 0.08, limit: { threshold: 1.1, scale: 0.9 } },
  crows_feet: { shape: { width: 0.009, length: 0.06 }, share: 0.06, limit: { threshold: 1.4, scale: 1 } },
  eye_finelines: { shape: { width: 0.007, length: 0.05 }, share: 0.08, limit: { threshold: 1.1, scale: 0.8 } },
  nasolabial_fold: { shape: { width: 0.018, length: 0.1 }, share: 0.15, limit: { threshold: 1.9, scale: 1.6 } },
};
/** Half width of the band in which a nasolabial fold may lie. */
const foldBand = 0.055;

export function findWrinkles(chart: FaceChart): Record<Wrinkle, Finding> {
  const depths = wrinkleDepths(chart);
  const finding = (name: Wrinkle) => judge(depths[name], looks[name].limit, chart.trust);
  return {
    forehead_wrinkle: finding('forehead_wrinkle'),
    crows_feet: finding('crows_feet'),
    eye_finelines: finding('eye_finelines'),
    glabella_wrinkle: finding('glabella_wrinkle'),
    nasolabial_fold: finding('nasolabial_fold'),
  };
}

/** The measures behind the findings, L of mid-toned skin; null where hair or the head's turn hides the place. */
export function wrinkleDepths(chart: FaceChart): Record<Wrinkle, number | null> {
  const level = () => 0;
  const upright = () => Math.PI / 2;
  const depth = (name: Wrinkle, field: Field) => valleyDepth(chart, field, looks[name].shape, looks[name].share);
  return {
    forehead_wrinkle: depth('forehead_wrinkle', { area: skinIn(chart, zones.forehead), direction: level }),
    glabella_wrinkle: depth('glabella_wrinkle', { area: skinIn(chart, zones.glabella), direction: upright }),
    crows_feet: ofBothSides(chart, (side) => depth('crows_feet', crowsFeetField(chart, side))),
    eye_finelines: ofBothSides(chart, (side) =>
      depth('eye_finelines', { area: skinIn(chart, sideZones.underEye[side]), direction: level }),
    ),
    nasolabial_fold: ofBothSides(chart, (side) => depth('nasolabial_fold', foldField(chart, side))),
  };
}

/** The mean of both sides, as far as each is turned to the camera. */
export function ofBothSides(chart: FaceChart, measure: (side: Side) => number | null): number | null {
  let [sum, weight] = [0, 0];
  for (const side of sides) {
    const share = sideInView(chart, side);
    const value = share > 0.1 ? measure(side) : null;
    if (value === null) continue;
    sum += share * value;
    weight += share;
  }
  return weight > 0 ? sum / weight : null;
}

/** They spread from the corner of the eye like rays. */
function crowsFeetField(chart: FaceChart, side: Side): Field {
  const corner = chart.face.mesh[outerCorner[side]]!;
  return {
    area: skinIn(chart, sideZones.crowsFeet[side]),
    direction: (x, y) => Math.atan2(y - corner.y, x - corner.x),
  };
}

/** A band around the line from the wing of the nose to beside the mouth. */
function foldField(chart: FaceChart, side: Side): Field {
  const line = sideLines.nasolabial[side].map((index) => chart.face.mesh[index]!);
  const { skin } = chart.region;
  const area = createPlane(skin.width, skin.height);
  const reach = foldBand * chartFaceSize;
  forNear(area, line, reach, (at) => {
    area.data[at] = skin.data[at]!;
  });
  return { area, direction: (x, y) => nearestPart(line, x, y).angle };
}

function forNear({ width, height }: Plane, line: readonly Point[], reach: number, visit: (at: number) => void): void {
  const xs = line.map(({ x }) => x);
  const ys = line.map(({ y }) => y);
  const right = Math.min(width - 1, Math.ceil(Math.max(...xs) + reach));
  const bottom = Math.min(height - 1, Math.max(...ys));
  for (let y = Math.max(0, Math.floor(Math.min(...ys))); y <= bottom; y++) {
    for (let x = Math.max(0, Math.floor(Math.min(...xs) - reach)); x <= right; x++) {
      if (nearestPart(line, x, y).distance <= reach) visit(y * width + x);
    }
  }
}

/** Distance to a line of points, and the direction of its nearest part. */
function nearestPart(line: readonly Point[], x: number, y: number): { distance: number; angle: number } {
  let best = { distance: Infinity, angle: 0 };
  for (const [i, b] of line.entries()) {
    const a = line[i - 1];
    if (!a) continue;
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const t = Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy)));
    const distance = Math.hypot(x - a.x - t * dx, y - a.y - t * dy);
    if (distance < best.distance) best = { distance, angle: Math.atan2(dy, dx) };
  }
  return best;
}
