/**
 * Named points of a face. Names follow section “Face landmark result”, which shows a part of each family. Right and
 * left are the person's. Numbers run from right to left, down cheeks and noses, and up foreheads.
 */

/** The mean of mesh points. */
export type Spot = { kind: 'spot'; name: string; meshPoints: readonly number[] };
/** Points at equal steps strictly between the ends of a line. */
export type Curve = { kind: 'curve'; names: readonly string[]; line: readonly number[] };
export type Source = Spot | Curve;

const spot = (name: string, ...meshPoints: number[]): Spot => ({ kind: 'spot', name, meshPoints });
const curve = (names: readonly string[], ...line: number[]): Curve => ({ kind: 'curve', names, line });
/** `family_from` … `family_to`. */
const numbered = (family: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `${family}_${from + i}`);

const outline: Source[] = [
  spot('cheek_right_1', 127),
  curve([...numbered('cheek_right', 2, 11), 'chin_1'], 127, 234, 93, 132, 58, 172, 136, 150, 149, 176, 148, 152),
  spot('chin_2', 152),
  spot('cheek_left_1', 356),
  curve([...numbered('cheek_left', 2, 11), 'chin_3'], 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152),
];

const eyes: Source[] = [
  spot('eye_right_corner_right', 33),
  curve(numbered('eye_right_eyelid_upper', 1, 7), 33, 246, 161, 160, 159, 158, 157, 173, 133),
  spot('eye_right_corner_left', 133),
  curve(numbered('eye_right_eyelid_lower', 1, 7), 33, 7, 163, 144, 145, 153, 154, 155, 133),
  spot('eye_right_eyeball_center', 468),
  spot('eye_right_eyeball_right', 471),
  spot('eye_right_eyeball_left', 469),
  spot('eye_left_corner_right', 362),
  curve(numbered('eye_left_eyelid_upper', 1, 7), 362, 398, 384, 385, 386, 387, 388, 466, 263),
  spot('eye_left_corner_left', 263),
  curve(numbered('eye_left_eyelid_lower', 1, 7), 362, 382, 381, 380, 374, 373, 390, 249, 263),
  spot('eye_left_eyeball_center', 473),
  spot('eye_left_eyeball_right', 474),
  spot('eye_left_eyeball_left', 476),
];

const brows: Source[] = [
  spot('eyebrow_right_corner_right', 46, 70),
  curve(numbered('eyebrow_right_upper', 1, 5), 46, 70, 63, 105, 66, 107, 55),
  spot('eyebrow_right_corner_left', 55, 107),
  curve(numbered('eyebrow_right_lower', 1, 3), 46, 53, 52, 65, 55),
  spot('eyebrow_left_corner_right', 285, 336),
  curve(numbered('eyebrow_left_upper', 1, 5), 285, 336, 296, 334, 293, 300, 276),
  spot('eyebrow_left_corner_left', 276, 300),
  curve(numbered('eyebrow_left_lower', 1, 3), 285, 295, 282, 283, 276),
];

const nose: Source[] = [
  ...[193, 196, 198, 49, 64, 98, 97].map((index, i) => spot(`nose_right_contour_${i + 1}`, index)),
  ...[417, 419, 420, 279, 294, 327, 326].map((index, i) => spot(`nose_left_contour_${i + 1}`, index)),
  spot('nose_middle_contour', 2),
  spot('nose_bridge_1', 6),
  spot('nose_bridge_2', 197),
  spot('nose_bridge_3', 195),
  spot('nose_tip', 1, 4),
];

/** Eleven points of a lip; number 6 is its middle. */
const lip = (family: string, right: readonly number[], middle: number, left: readonly number[]): Source[] => [
  curve(numbered(family, 1, 5), ...right, middle),
  spot(`${family}_6`, middle),
  curve(numbered(family, 7, 11), middle, ...left),
];

const mouth: Source[] = [
  spot('mouth_corner_right_outer', 61),
  spot('mouth_corner_left_outer', 291),
  spot('mouth_corner_right_inner', 78),
  spot('mouth_corner_left_inner', 308),
  ...lip('mouth_lip_upper_outer', [61, 185, 40, 39, 37], 0, [267, 269, 270, 409, 291]),
  ...lip('mouth_lip_lower_outer', [61, 146, 91, 181, 84], 17, [314, 405, 321, 375, 291]),
  ...lip('mouth_lip_upper_inner', [78, 191, 80, 81, 82], 13, [312, 311, 310, 415, 308]),
  ...lip('mouth_lip_lower_inner', [78, 95, 88, 178, 87], 14, [317, 402, 318, 324, 308]),
];

/** Points of landmark201 only. */
const additionalPoints: Source[] = [
  curve(numbered('forehead_right', 1, 7), 127, 162, 21, 54, 103, 67, 109, 10),
  spot('forehead_center', 10),
  curve(numbered('forehead_left', 1, 7), 356, 389, 251, 284, 332, 297, 338, 10),
  curve(numbered('eye_right_eyelid_crease', 1, 7), 130, 247, 30, 29, 27, 28, 56, 190, 243),
  curve(numbered('eye_left_eyelid_crease', 1, 7), 463, 414, 286, 258, 257, 259, 260, 467, 359),
  curve(numbered('eye_right_pouch', 1, 5), 226, 31, 228, 229, 230, 231, 232, 233, 244),
  curve(numbered('eye_left_pouch', 1, 5), 464, 453, 452, 451, 450, 449, 448, 261, 446),
  ...[203, 206, 216, 212].map((index, i) => spot(`nasolabial_right_${i + 1}`, index)),
  ...[423, 426, 436, 432].map((index, i) => spot(`nasolabial_left_${i + 1}`, index)),
  spot('eye_right_eyeball_upper', 470),
  spot('eye_right_eyeball_lower', 472),
  spot('eye_left_eyeball_upper', 475),
  spot('eye_left_eyeball_lower', 477),
];

export const landmark150: readonly Source[] = [...outline, ...eyes, ...brows, ...nose, ...mouth];
export const landmark201: readonly Source[] = [...landmark150, ...additionalPoints];

/**
 * 13 points of the outline from the right ear; for each eye 8 around it, its center and
 * 8 of the brow; 10 around the nose and its tip; 8 outer and 6 inner points of the lips. Rings run from the person's
 * right over the top.
 */
export const landmark72: readonly string[] = [
  ...[1, 3, 5, 7, 9, 11].map((n) => `cheek_right_${n}`),
  'chin_2',
  ...[11, 9, 7, 5, 3, 1].map((n) => `cheek_left_${n}`),
  ...['right', 'left'].flatMap((side) => [
    ...ring(`eye_${side}_corner_right`, `eye_${side}_eyelid_upper`, [2, 4, 6], `eye_${side}_corner_left`),
    ...[6, 4, 2].map((n) => `eye_${side}_eyelid_lower_${n}`),
    `eye_${side}_eyeball_center`,
    ...ring(`eyebrow_${side}_corner_right`, `eyebrow_${side}_upper`, [2, 3, 4], `eyebrow_${side}_corner_left`),
    ...[3, 2, 1].map((n) => `eyebrow_${side}_lower_${n}`),
  ]),
  ...[1, 2, 3, 4, 6].map((n) => `nose_right_contour_${n}`),
  ...[6, 4, 3, 2, 1].map((n) => `nose_left_contour_${n}`),
  'nose_tip',
  ...ring('mouth_corner_right_outer', 'mouth_lip_upper_outer', [3, 6, 9], 'mouth_corner_left_outer'),
  ...[9, 6, 3].map((n) => `mouth_lip_lower_outer_${n}`),
  ...[3, 6, 9].map((n) => `mouth_lip_upper_inner_${n}`),
  ...[9, 6, 3].map((n) => `mouth_lip_lower_inner_${n}`),
];

function ring(first: string, upper: string, numbers: readonly number[], last: string): string[] {
  return [first, ...numbers.map((n) => `${upper}_${n}`), last];
}
