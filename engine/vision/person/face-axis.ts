/** A face's own axis, from chin to forehead, on which places around a head are told, however it leans. */
import type { Face } from '../face/find-faces.ts';
import type { MaskPlace } from '../face/mesh.ts';

/** In px of the photograph: `down` is a unit vector, `height` reaches from the top of the forehead to the chin. */
export type FaceAxis = { chin: { x: number; y: number }; down: { x: number; y: number }; height: number };
/** In heights of the face: above the chin, and away from the axis; `side` as it is seen in the picture when the face is upright. */
export type OnAxis = { above: number; across: number; side: 'left' | 'right' };

/** Above the chin, where a forehead ends and a hat sits, in heights of the face. */
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

/** `onAxis` of every place of a grid. */
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
