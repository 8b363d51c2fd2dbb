/**
 * Colors of skin, hair and hat as codes, by own swatches (CIE Lab). The color of the light is unknown, so trust is low.
 */
import { createPlane } from '../../../pixels/plane.ts';
import type { SegmentClass } from '../../segmentation.ts';
import { type FaceChart, meansOver, placeOf, skinIn } from '../chart/skin-chart.ts';
import { zones } from '../chart/zones.ts';
import { valueAt } from '../lines/line-filter.ts';
import { type Coded, classifyByBorders, classifyByColor, type Lab, type Swatch } from './coded-value.ts';

/** Typology angle (Chardon, Cretois and Hourseau 1991), degrees. Two pairs of its six classes are one. */
const skinAngles = { borders: [-30, 28, 41], scale: 8 };
const skinTrust = 0.6;

/** 0 black, 1 blond, 2 brown, 3 gray or white, 4 red, 5 other. */
const hairColors: readonly Swatch[] = [
  { type: 0, lab: [12, 1, 1] },
  { type: 0, lab: [21, 2, 3] },
  { type: 1, lab: [58, 6, 26] },
  { type: 1, lab: [72, 3, 22] },
  { type: 2, lab: [29, 7, 11] },
  { type: 2, lab: [41, 9, 17] },
  { type: 3, lab: [52, 0, 2] },
  { type: 3, lab: [75, 0, 2] },
  { type: 4, lab: [40, 24, 27] },
  { type: 5, lab: [42, 35, -15] },
  { type: 5, lab: [45, -15, -20] },
  { type: 5, lab: [48, -30, 15] },
];
const hairTrust = 0.7;

/** 0 no hat, 1 red, 2 yellow, 3 blue, 4 black, 5 gray or white, 6 other. */
const hatColors: readonly Swatch[] = [
  { type: 1, lab: [40, 55, 35] },
  { type: 1, lab: [28, 35, 18] },
  { type: 2, lab: [80, 5, 65] },
  { type: 2, lab: [75, 8, 40] },
  { type: 3, lab: [40, 5, -40] },
  { type: 3, lab: [22, 5, -20] },
  { type: 4, lab: [14, 0, 0] },
  { type: 5, lab: [55, 0, 2] },
  { type: 5, lab: [88, 0, 2] },
  { type: 6, lab: [45, -35, 25] },
  { type: 6, lab: [36, 12, 22] },
  { type: 6, lab: [40, 35, -35] },
  { type: 6, lab: [70, 30, 5] },
];

const minClassProbability = 0.8;
const minColorPixels = 200;

/** 0 dark, 1 brown, 2 intermediate, 3 light. */
export function classifySkinColor(chart: FaceChart): Coded {
  const { L, a, b } = chart.region.lab;
  const skin = meansOver(skinIn(chart, zones.oval), [L, a, b]);
  const angle = skin && (Math.atan2(skin[0]! - 50, skin[2]!) * 180) / Math.PI;
  return classifyByBorders(angle, skinAngles, chart.trust * skinTrust);
}

export function classifyHairColor(chart: FaceChart): Coded {
  return classifyByColor(
    averageColor(chart, ['hair'], () => true),
    hairColors,
    chart.trust * hairTrust,
  );
}

/** @param presence probability 0..1 of a hat */
export function classifyHatColor(chart: FaceChart, presence: number): Coded {
  if (presence <= 0.5) return { type: 0, probability: 1 - presence };
  const forehead = chart.face.mesh[10]!.y;
  const color = averageColor(chart, ['others', 'clothes'], (y) => y < forehead);
  const { type, probability } = classifyByColor(color, hatColors, chart.trust * hairTrust);
  return { type, probability: probability * presence };
}

/** Returns the mean color of some classes, or null if they are hardly visible. */
function averageColor(
  chart: FaceChart,
  classes: readonly SegmentClass[],
  isInRows: (y: number) => boolean,
): Lab | null {
  const { L, a, b } = chart.region.lab;
  const { segmentation } = chart;
  const place = placeOf(segmentation);
  const hasClass = (x: number, y: number) => {
    const [u, v] = [(x - place.x) * place.scale, (y - place.y) * place.scale];
    return classes.reduce((sum, name) => sum + valueAt(segmentation.planes[name], u, v), 0) > minClassProbability;
  };
  const mask = createPlane(L.width, L.height);
  for (let y = 0, i = 0; y < L.height; y++) {
    for (let x = 0; x < L.width; x++, i++) if (isInRows(y) && hasClass(x, y)) mask.data[i] = 1;
  }
  const means = meansOver(mask, [L, a, b], minColorPixels);
  return means && [means[0]!, means[1]!, means[2]!];
}
