/** Charts of a drawn face, in one color, with any segmentation. */
import { createPlane, type Plane } from '../../../engine/pixels/plane.ts';
import type { FaceChart } from '../../../engine/vision/analysis/chart/skin-chart.ts';
import { segmentClasses } from '../../../engine/vision/segmentation.ts';

const side = 560;
const grid = { side: 256, frame: 880 };
/** The face on these charts: an ellipse in the middle. */
export const middle = side / 2;
const [halfWidth, halfHeight] = [150, 200];

/** Returns a chart of one color. @param classAt class of the segmentation at a place of the chart */
export function drawChart(
  lab: readonly [number, number, number],
  classAt: (x: number, y: number) => string,
): FaceChart {
  const planes = Object.fromEntries(segmentClasses.map((name) => [name, createPlane(grid.side, grid.side)]));
  for (let y = 0; y < grid.side; y++) {
    for (let x = 0; x < grid.side; x++) {
      const [u, v] = [x, y].map((position) => (position / grid.side) * grid.frame + (side - grid.frame) / 2);
      planes[classAt(u!, v!)]!.data[y * grid.side + x] = 1;
    }
  }
  const filled = (value: number): Plane => {
    const plane = createPlane(side, side);
    plane.data.fill(value);
    return plane;
  };
  return {
    region: {
      lab: { L: filled(lab[0]), a: filled(lab[1]), b: filled(lab[2]) },
      skin: filled(1),
      place: { x: 0, y: 0, width: side, height: side, scale: 1 },
    },
    segmentation: { frame: { x: middle, y: middle, side: grid.frame, angle: 0 }, planes },
    face: { mesh: mesh() },
    trust: 1,
  } as unknown as FaceChart;
}

/** The points of the outline in their places on the ellipse, and the others of the forehead in a line above the brows. */
function mesh() {
  const oval = [
    10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150,
    136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
  ];
  const points = Array.from({ length: 478 }, () => ({ x: middle, y: middle - 80, z: 0 }));
  for (const [i, index] of oval.entries()) {
    const turn = (2 * Math.PI * i) / oval.length;
    points[index] = { x: middle + halfWidth * Math.sin(turn), y: middle - halfHeight * Math.cos(turn), z: 0 };
  }
  return points;
}

export const isFace = (x: number, y: number) => ((x - middle) / halfWidth) ** 2 + ((y - middle) / halfHeight) ** 2 < 1;
/** A cap of hair around the face, down to a height of the chart. */
export const hairDownTo = (end: number) => (x: number, y: number) => {
  if (isFace(x, y)) return 'faceSkin';
  return Math.abs(x - middle) < halfWidth + 60 && y > 40 && y < end ? 'hair' : 'background';
};
export const brownish = [30, 7, 11] as const;
