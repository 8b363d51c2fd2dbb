/** Coordinates along a face's axis, for rules that ignore the tilt of a head. Mesh points are the network's. */
import type { Face } from '../face/find-faces.ts';
import type { MaskPlace } from '../face/mesh.ts';

/** Px. `down` is a unit vector, `height` the distance of forehead and chin. */
export type FaceAxis = { chin: { x: number; y: number }; down: { x: number; y: number }; height: number };
/** Distances from chin and axis; `side` is the viewer's if the face is upright. */
export type OnAxis = { above: number; across: number; side: 'left' | 'right' };

/** Height of the hairline. */
export const hatFrom = 0.72;

export function faceAxis({ mesh }: Pick<Face, 'mesh'>): FaceAxis {
  const [top, chin] = [mesh[10]!, mesh[152]!];
  const height = Math.hypot(chin.x - top.x, chin.y - top.y);
  return { chin, height, down: { x: (chin.x - top.x) / height, y: (chin.y - top.y) / height } };
}

export function onAxis({ chin, down, height }: FaceAxis, x: number, y: number): OnAxis {
  const [dx, dy] = [x - chin.x, y - chin.y];
  const toTheRight = (dx * down.y - dy * down.x) / height;
  return {
    above: -(dx * down.x + dy * down.y) / height,
    across: Math.abs(toTheRight),
    side: toTheRight < 0 ? 'left' : 'right',
  };
}

export type AxisCoordinates = Record<'above' | 'across', Float32Array>;

export function axisCoordinates(face: Pick<Face, 'mesh'>, { x, y, width, height, scale }: MaskPlace): AxisCoordinates {
  const axis = faceAxis(face);
  const above = new Float32Array(width * height);
  const across = new Float32Array(width * height);
  for (let i = 0; i < above.length; i++) {
    const on = onAxis(axis, x + ((i % width) + 0.5) / scale, y + (Math.floor(i / width) + 0.5) / scale);
    above[i] = on.above;
    across[i] = on.across;
  }
  return { above, across };
}
