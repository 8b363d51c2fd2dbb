/**
 * The 35 filters of face-beauty-pro (interface, section “face-beauty-pro”). Looks follow the names; changing values
 * changes nothing else.
 */
import type { Grade } from './grade.ts';

/** The interface does not name 11, 15, 21 and 30. */
export const grades: Readonly<Record<number, Grade>> = {
  // Black and White
  1: { saturation: 0, contrast: 0.3 },
  // Calm: quiet colors, a cool calm light
  2: { saturation: 0.78, contrast: -0.12, black: 4, shadows: [-1, -4], midtones: [-1, -2], highlights: [0, -2] },
  // Sunny Day: bright and golden
  3: {
    brightness: 0.22,
    contrast: 0.1,
    saturation: 1.12,
    midtones: [1, 5],
    highlights: [1, 7],
    hues: { blue: { saturation: 0.15 } },
  },
  // Journey: teal shadows, sunlit skin
  4: {
    contrast: 0.3,
    saturation: 1.05,
    shadows: [-7, -6],
    midtones: [-1, 1],
    highlights: [3, 8],
    hues: { orange: { saturation: 0.12 } },
  },
  // Beautify Skin: skin lighter and rosier, the rest hardly touched
  5: {
    brightness: 0.08,
    hues: {
      orange: { luminance: 0.06, hue: -8, saturation: -0.1 },
      red: { luminance: 0.04, saturation: -0.06 },
      yellow: { hue: -10, saturation: -0.15 },
    },
  },
  // Hong Kong Style: prints of the nineties, deep reds over green shadows
  6: {
    contrast: 0.35,
    brightness: -0.08,
    black: 3,
    shadows: [-5, 3],
    midtones: [3, 4],
    hues: { red: { saturation: 0.35 }, orange: { saturation: 0.15 }, green: { hue: 15, saturation: -0.1 } },
  },
  // Aesthetic: muted, faded, a breath of rose
  7: {
    saturation: 0.7,
    contrast: -0.15,
    black: 9,
    white: 97,
    midtones: [3, 1],
    highlights: [3, 2],
    hues: { green: { saturation: -0.35 }, blue: { saturation: -0.2 } },
  },
  // Lovely: bright, clear, cheerful
  8: { brightness: 0.2, saturation: 1.2, midtones: [4, 0], highlights: [2, -1], hues: { red: { hue: -6 } } },
  // New York: hard light, steel
  9: { contrast: 0.5, saturation: 0.68, shadows: [-1, -7], highlights: [0, -1] },
  // Sakura: pale pink lights
  10: { brightness: 0.25, contrast: -0.08, saturation: 0.92, midtones: [5, -2], highlights: [6, -1], glow: 0.12 },
  // 11, unnamed: matt film, olive shadows
  11: { saturation: 0.85, black: 11, white: 96, contrast: 0.15, shadows: [-3, 5], highlights: [0, 3] },
  // Soft Light
  12: { glow: 0.45, contrast: -0.18, brightness: 0.05, midtones: [1, 2] },
  // Afternoon Tea: cream and brown
  13: {
    saturation: 0.85,
    contrast: -0.05,
    black: 5,
    brightness: 0.06,
    shadows: [3, 5],
    midtones: [3, 8],
    highlights: [1, 7],
    hues: { blue: { saturation: -0.3 } },
  },
  // Brighten Skin
  14: {
    brightness: 0.24,
    fillLight: 0.15,
    hues: {
      orange: { luminance: 0.07, saturation: -0.16 },
      red: { luminance: 0.05, saturation: -0.1 },
      yellow: { luminance: 0.04, saturation: -0.16 },
    },
  },
  // 15, unnamed: clear and crisp, blue skies
  15: {
    contrast: 0.3,
    saturation: 1.12,
    brightness: 0.08,
    shadows: [0, -3],
    highlights: [-1, -3],
    hues: { blue: { saturation: 0.3, luminance: -0.05 }, cyan: { saturation: 0.25 } },
  },
  // Floral: blossoms and leaves stand out
  16: {
    brightness: 0.12,
    saturation: 1.08,
    hues: {
      red: { saturation: 0.3 },
      magenta: { saturation: 0.45 },
      green: { saturation: 0.35, hue: -8 },
      yellow: { saturation: 0.2 },
    },
    midtones: [2, 1],
  },
  // Memories: faded warm print
  17: {
    saturation: 0.62,
    black: 10,
    white: 96,
    contrast: -0.05,
    shadows: [3, 4],
    midtones: [3, 8],
    highlights: [0, 7],
    vignette: 0.25,
  },
  // Ice Beauty: cold, light, clear
  18: {
    brightness: 0.24,
    saturation: 0.8,
    contrast: 0.08,
    shadows: [-1, -5],
    midtones: [-1, -6],
    highlights: [-2, -6],
  },
  // Paris: soft gray-rose evening
  19: {
    saturation: 0.82,
    contrast: -0.1,
    black: 5,
    brightness: 0.06,
    shadows: [3, -6],
    midtones: [3, -1],
    highlights: [4, 3],
  },
  // Time: half a sepia, firm contrast
  20: { saturation: 0.45, contrast: 0.28, shadows: [2, 4], midtones: [3, 9], highlights: [0, 5] },
  // 21, unnamed: deep teal night
  21: { contrast: 0.3, brightness: -0.14, saturation: 0.85, shadows: [-7, -7], midtones: [-4, -4], highlights: [0, 1] },
  // Old Times: brown photograph of long ago
  22: {
    saturation: 0.15,
    contrast: 0.05,
    black: 8,
    white: 94,
    shadows: [3, 6],
    midtones: [3, 11],
    highlights: [1, 8],
    vignette: 0.35,
  },
  // Early Spring: young green
  23: {
    brightness: 0.18,
    saturation: 1.02,
    shadows: [-4, 2],
    midtones: [-4, 4],
    highlights: [-4, 5],
    hues: { yellow: { hue: 10, saturation: 0.1 }, green: { saturation: 0.25, luminance: 0.05 } },
  },
  // Story: cinema, restrained colors
  24: {
    contrast: 0.42,
    saturation: 0.72,
    black: 2,
    brightness: -0.05,
    shadows: [-4, -3],
    midtones: [1, 2],
    highlights: [2, 7],
  },
  // Abao Color: blue-green shadows, orange-pink skin
  25: {
    brightness: 0.1,
    contrast: 0.12,
    shadows: [-8, -9],
    midtones: [0, -2],
    highlights: [5, 4],
    hues: {
      orange: { hue: -10, saturation: 0.25 },
      yellow: { hue: -16, saturation: 0.1 },
      green: { hue: 22 },
      blue: { hue: -18 },
    },
  },
  // Fill Light: opened shadows
  26: { fillLight: 0.85, brightness: 0.06 },
  // Warm
  27: { shadows: [2, 5], midtones: [3, 9], highlights: [2, 8] },
  // Gorgeous: full, saturated color
  28: { saturation: 1.42, contrast: 0.25 },
  // Lavender
  29: { brightness: 0.12, saturation: 0.88, shadows: [4, -7], midtones: [4, -8], highlights: [3, -5] },
  // 30, unnamed: dusk, violet shadows under orange light
  30: { contrast: 0.12, shadows: [6, -9], midtones: [3, 1], highlights: [4, 8], brightness: -0.03 },
  // Prague: old stone and gold
  31: {
    saturation: 0.78,
    contrast: 0.24,
    brightness: -0.06,
    shadows: [-2, 4],
    midtones: [2, 7],
    highlights: [2, 10],
    hues: { blue: { saturation: -0.25, hue: -12 } },
  },
  // Old Dreams: washed-out blue haze
  32: {
    saturation: 0.55,
    black: 15,
    white: 95,
    contrast: -0.1,
    shadows: [1, -8],
    midtones: [1, -3],
    highlights: [1, 4],
    glow: 0.2,
  },
  // Peach Blossom
  33: {
    brightness: 0.18,
    saturation: 1.02,
    midtones: [6, 4],
    highlights: [6, 5],
    hues: { orange: { hue: -6, luminance: 0.03 } },
  },
  // Pink
  34: { brightness: 0.12, saturation: 0.95, shadows: [6, -3], midtones: [8, -2], highlights: [6, -2] },
  // Misty Rain: gray-blue haze
  35: {
    saturation: 0.58,
    black: 17,
    white: 92,
    contrast: -0.3,
    brightness: 0.05,
    shadows: [-2, -5],
    midtones: [-2, -5],
    highlights: [-1, -3],
    glow: 0.25,
  },
};
