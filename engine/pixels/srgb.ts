/** The sRGB transfer function (IEC 61966-2-1). */

/** Converts 0..1 to linear light. */
export function linearise(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** Linear light (0..1) of each byte. */
export const linearOf = Float64Array.from({ length: 256 }, (_, i) => linearise(i / 255));

/** Converts clipped linear light to 0..255, not rounded. */
export function encode(linear: number): number {
  if (linear <= 0) return 0;
  if (linear >= 1) return 255;
  return 255 * (linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055);
}

/** Relative luminance Y of linear light. */
export function luminance(red: number, green: number, blue: number): number {
  return 0.212671 * red + 0.71516 * green + 0.072169 * blue;
}
