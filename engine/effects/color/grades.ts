/** The 35 filters of face-beauty-pro (interface, section "face-beauty-pro") as data: one grade for each number. */
import type { Grade } from './grade.ts';

/** By number. The interface names all but 11, 15, 21 and 30, whose looks are our own. */
export const grades: Readonly<Record<number, Grade>> = {
  // Black and White
  1: { colour: 0, contrast: 0.3 },
  // Calm: quiet colours, a cool calm light
  2: { colour: 0.78, contrast: -0.12, black: 4, shadows: [-1, -4], middle: [-1, -2], lights: [0, -2] },
  // Sunny Day: bright and golden
  3: { light: 0.22, contrast: 0.1, colour: 1.12, middle: [1, 5], lights: [1, 7], hues: { blue: { colour: 0.15 } } },
  // Journey: teal shadows, sunlit skin
  4: {
    contrast: 0.3,
    colour: 1.05,
    shadows: [-7, -6],
    middle: [-1, 1],
    lights: [3, 8],
    hues: { orange: { colour: 0.12 } },
  },
  // Beautify Skin: skin lighter and rosier, the rest hardly touched
  5: {
    light: 0.08,
    hues: {
      orange: { light: 0.06, turn: -8, colour: -0.1 },
      red: { light: 0.04, colour: -0.06 },
      yellow: { turn: -10, colour: -0.15 },
    },
  },
  // Hong Kong Style: prints of the nineties, deep reds over green shadows
  6: {
    contrast: 0.35,
    light: -0.08,
    black: 3,
    shadows: [-5, 3],
    middle: [3, 4],
    hues: { red: { colour: 0.35 }, orange: { colour: 0.15 }, green: { turn: 15, colour: -0.1 } },
  },
  // Aesthetic: muted, faded, a breath of rose
  7: {
    colour: 0.7,
    contrast: -0.15,
    black: 9,
    white: 97,
    middle: [3, 1],
    lights: [3, 2],
    hues: { green: { colour: -0.35 }, blue: { colour: -0.2 } },
  },
  // Lovely: bright, clear, cheerful
  8: { light: 0.2, colour: 1.2, middle: [4, 0], lights: [2, -1], hues: { red: { turn: -6 } } },
  // New York: hard light, steel
  9: { contrast: 0.5, colour: 0.68, shadows: [-1, -7], lights: [0, -1] },
  // Sakura: pale pink lights
  10: { light: 0.25, contrast: -0.08, colour: 0.92, middle: [5, -2], lights: [6, -1], glow: 0.12 },
  // 11, unnamed: matt film, olive shadows
  11: { colour: 0.85, black: 11, white: 96, contrast: 0.15, shadows: [-3, 5], lights: [0, 3] },
  // Soft Light
  12: { glow: 0.45, contrast: -0.18, light: 0.05, middle: [1, 2] },
  // Afternoon Tea: cream and brown
  13: {
    colour: 0.85,
    contrast: -0.05,
    black: 5,
    light: 0.06,
    shadows: [3, 5],
    middle: [3, 8],
    lights: [1, 7],
    hues: { blue: { colour: -0.3 } },
  },
  // Brighten Skin
  14: {
    light: 0.24,
    fill: 0.15,
    hues: {
      orange: { light: 0.07, colour: -0.16 },
      red: { light: 0.05, colour: -0.1 },
      yellow: { light: 0.04, colour: -0.16 },
    },
  },
  // 15, unnamed: clear and crisp, blue skies
  15: {
    contrast: 0.3,
    colour: 1.12,
    light: 0.08,
    shadows: [0, -3],
    lights: [-1, -3],
    hues: { blue: { colour: 0.3, light: -0.05 }, cyan: { colour: 0.25 } },
  },
  // Floral: blossoms and leaves stand out
  16: {
    light: 0.12,
    colour: 1.08,
    hues: {
      red: { colour: 0.3 },
      magenta: { colour: 0.45 },
      green: { colour: 0.35, turn: -8 },
      yellow: { colour: 0.2 },
    },
    middle: [2, 1],
  },
  // Memories: faded warm print
  17: {
    colour: 0.62,
    black: 10,
    white: 96,
    contrast: -0.05,
    shadows: [3, 4],
    middle: [3, 8],
    lights: [0, 7],
    vignette: 0.25,
  },
  // Ice Beauty: cold, light, clear
  18: { light: 0.24, colour: 0.8, contrast: 0.08, shadows: [-1, -5], middle: [-1, -6], lights: [-2, -6] },
  // Paris: soft grey-rose evening
  19: { colour: 0.82, contrast: -0.1, black: 5, light: 0.06, shadows: [3, -6], middle: [3, -1], lights: [4, 3] },
  // Time: half a sepia, firm contrast
  20: { colour: 0.45, contrast: 0.28, shadows: [2, 4], middle: [3, 9], lights: [0, 5] },
  // 21, unnamed: deep teal night
  21: { contrast: 0.3, light: -0.14, colour: 0.85, shadows: [-7, -7], middle: [-4, -4], lights: [0, 1] },
  // Old Times: brown photograph of long ago
  22: {
    colour: 0.15,
    contrast: 0.05,
    black: 8,
    white: 94,
    shadows: [3, 6],
    middle: [3, 11],
    lights: [1, 8],
    vignette: 0.35,
  },
  // Early Spring: young green
  23: {
    light: 0.18,
    colour: 1.02,
    shadows: [-4, 2],
    middle: [-4, 4],
    lights: [-4, 5],
    hues: { yellow: { turn: 10, colour: 0.1 }, green: { colour: 0.25, light: 0.05 } },
  },
  // Story: cinema, restrained colours
  24: { contrast: 0.42, colour: 0.72, black: 2, light: -0.05, shadows: [-4, -3], middle: [1, 2], lights: [2, 7] },
  // Abao Color: blue-green shadows, orange-pink skin
  25: {
    light: 0.1,
    contrast: 0.12,
    shadows: [-8, -9],
    middle: [0, -2],
    lights: [5, 4],
    hues: {
      orange: { turn: -10, colour: 0.25 },
      yellow: { turn: -16, colour: 0.1 },
      green: { turn: 22 },
      blue: { turn: -18 },
    },
  },
  // Fill Light: opened shadows
  26: { fill: 0.85, light: 0.06 },
  // Warm
  27: { shadows: [2, 5], middle: [3, 9], lights: [2, 8] },
  // Gorgeous: full, saturated colour
  28: { colour: 1.42, contrast: 0.25 },
  // Lavender
  29: { light: 0.12, colour: 0.88, shadows: [4, -7], middle: [4, -8], lights: [3, -5] },
  // 30, unnamed: dusk, violet shadows under orange light
  30: { contrast: 0.12, shadows: [6, -9], middle: [3, 1], lights: [4, 8], light: -0.03 },
  // Prague: old stone and gold
  31: {
    colour: 0.78,
    contrast: 0.24,
    light: -0.06,
    shadows: [-2, 4],
    middle: [2, 7],
    lights: [2, 10],
    hues: { blue: { colour: -0.25, turn: -12 } },
  },
  // Old Dreams: washed-out blue haze
  32: {
    colour: 0.55,
    black: 15,
    white: 95,
    contrast: -0.1,
    shadows: [1, -8],
    middle: [1, -3],
    lights: [1, 4],
    glow: 0.2,
  },
  // Peach Blossom
  33: { light: 0.18, colour: 1.02, middle: [6, 4], lights: [6, 5], hues: { orange: { turn: -6, light: 0.03 } } },
  // Pink
  34: { light: 0.12, colour: 0.95, shadows: [6, -3], middle: [8, -2], lights: [6, -2] },
  // Misty Rain: grey-blue haze
  35: {
    colour: 0.58,
    black: 17,
    white: 92,
    contrast: -0.3,
    light: 0.05,
    shadows: [-2, -5],
    middle: [-2, -5],
    lights: [-1, -3],
    glow: 0.25,
  },
};
