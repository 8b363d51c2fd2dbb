/** Mesh points of eyes and irises, as the viewer sees them, and mirror images. */

/** Lids in the order of the iris network. */
export const leftEye = {
  outer: 33,
  inner: 133,
  upperMiddle: 159,
  lowerMiddle: 145,
  lids: [33, 7, 163, 144, 145, 153, 154, 155, 133, 246, 161, 160, 159, 158, 157, 173],
} as const satisfies Eye;

export const rightEye = {
  outer: 263,
  inner: 362,
  upperMiddle: 386,
  lowerMiddle: 374,
  lids: [263, 249, 390, 373, 374, 380, 381, 382, 362, 466, 388, 387, 386, 385, 384, 398],
} as const satisfies Eye;

export type Eye = { outer: number; inner: number; upperMiddle: number; lowerMiddle: number; lids: readonly number[] };

/** Center, then rim. */
export const irises = { left: [468, 469, 470, 471, 472], right: [473, 474, 475, 476, 477] } as const;

const midline = new Set([
  0, 1, 2, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 94, 151, 152, 164, 168, 175, 195, 197, 199, 200,
]);
const secondHalfStart = 248;

/** The mesh numbers both halves in the same order. */
export const mirrorOf: readonly number[] = (() => {
  const mirror = Array.from({ length: 468 }, (_, i) => i);
  let next = secondHalfStart;
  for (let i = 0; i < secondHalfStart; i++) {
    if (midline.has(i)) continue;
    mirror[i] = next;
    mirror[next++] = i;
  }
  return mirror;
})();
