/** sRGB's transfer curve (IEC 61966-2-1): from stored values to linear light, in which colours mix as light does, and back. */

/** Undoes sRGB's curve; both 0..1. */
export function linearise(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** Linear light 0..1 of each stored value 0..255. */
export const linearOf = Float64Array.from({ length: 256 }, (_, i) => linearise(i / 255));

/** The stored value, 0..255 and not rounded, of linear light; what lies beyond 0..1 is cut. */
export function encode(linear: number): number {
  if (linear <= 0) return 0;
  if (linear >= 1) return 255;
  return 255 * (linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055);
}

/** Relative luminance Y of linear light. */
export function luminance(red: number, green: number, blue: number): number {
  return 0.212671 * red + 0.71516 * green + 0.072169 * blue;
}
