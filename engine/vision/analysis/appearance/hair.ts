/** Hair length, fringe and moustache. Own heuristic with estimated borders. */
import type { Plane } from '../../../pixels/plane.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import type { Point } from '../../face/find-faces.ts';
import { maskOf } from '../../face/mesh.ts';
import { classShareIn, type FaceChart, meansOver, placeOf, skinIn } from '../chart/skin-chart.ts';
import { sides, sideZones, zones } from '../chart/zones.ts';
import { type Coded, classifyByBorders } from './coded-value.ts';

/** In face areas; in face heights. */
const minHairArea = 0.1;
const hairEnd = { borders: [0.85, 1.25], scale: 0.12 };
/** In face widths; hair beyond may be another person's. */
const maxHairDistance = 0.9;
/** Excludes single strands. */
const hairEndQuantile = 0.95;
/** In face heights. */
const fullyShownBelow = 0.5;
const hairTrust = 0.8;

/** Share of hair. */
const fringe = { borders: [0.3], scale: 0.1 };
/** Contrast of upper lip and cheeks. */
const moustacheDarkness = { borders: [0.28], scale: 0.1 };
/** Shade resembles shaved hair. */
const moustacheTrust = 0.7;
const upperLip = [98, 97, 2, 326, 327, 322, 391, 393, 164, 167, 165, 92];

/**
 * 0 bald, 1 short or tied, 2 medium (below the jaw), 3 long (below the shoulders).
 * @param shown face heights below the chin
 */
export function classifyHairLength(chart: FaceChart, shown: number): Coded {
  const { area, end } = measureHair(chart);
  const trust = chart.trust * hairTrust;
  const { type, probability } = classifyByBorders(
    end,
    hairEnd,
    trust * (0.5 + 0.5 * smoothstep(shown, 0, fullyShownBelow)),
  );
  const bald = classifyByBorders(area, { borders: [minHairArea], scale: minHairArea }, trust);
  return bald.type === 0 ? bald : { type: type + 1, probability: probability * bald.probability };
}

/** 0 no, 1 yes. */
export function detectFringe(chart: FaceChart): Coded {
  const forehead = zones.forehead.map((index) => chart.face.mesh[index]!);
  return classifyByBorders(classShareIn(chart, forehead, ['hair']), fringe, chart.trust * hairTrust);
}

/** 0 no, 1 yes. @param lowerCovered 0..1, of the lower face */
export function detectMoustache(chart: FaceChart, lowerCovered: number): Coded {
  const { region, face } = chart;
  const lightnessOf = (mask: Plane) => meansOver(mask, [region.lab.L])?.[0] ?? null;
  const lip = lightnessOf(maskOf([upperLip.map((index) => face.mesh[index]!)], region.place, 0));
  const cheeks = sides.map((side) => lightnessOf(skinIn(chart, sideZones.cheek[side]))).filter((L) => L !== null);
  const isVisible = lip !== null && cheeks.length > 0;
  const mean = cheeks.reduce((sum, L) => sum + L, 0) / cheeks.length;
  const trust = chart.trust * moustacheTrust * (1 - lowerCovered);
  return classifyByBorders(isVisible ? 1 - lip / Math.max(1, mean) : null, moustacheDarkness, trust);
}

/** `area` in face areas; `end` in face heights below the top of the forehead. */
function measureHair({ face, segmentation }: FaceChart): { area: number; end: number | null } {
  const { hair } = segmentation.planes;
  const place = placeOf(segmentation);
  const [top, chin, left, right] = [10, 152, 234, 454].map((index) => face.mesh[index]!) as [
    Point,
    Point,
    Point,
    Point,
  ];
  const middle = ((left.x + right.x) / 2 - place.x) * place.scale;
  const reach = Math.abs(right.x - left.x) * place.scale * maxHairDistance;
  const rows = Array.from({ length: hair.height }, (_, y) => {
    let sum = 0;
    for (let x = 0; x < hair.width; x++) {
      if (Math.abs(x - middle) <= reach && hair.data[y * hair.width + x]! > 0.5) sum++;
    }
    return sum;
  });
  const total = rows.reduce((sum, row) => sum + row, 0);
  const oval = maskOf([zones.oval.map((index) => face.mesh[index]!)], place, 0);
  const area =
    total /
    Math.max(
      1,
      oval.data.reduce((sum, share) => sum + share, 0),
    );
  let above = 0;
  const last = rows.findIndex((row) => {
    above += row;
    return total > 0 && above >= hairEndQuantile * total;
  });
  return { area, end: last < 0 ? null : (last / place.scale + place.y - top.y) / Math.max(1, chin.y - top.y) };
}
