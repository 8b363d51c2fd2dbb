/** Strengths of a retouch, without seams around faces. */
import type { FaceStrength, Strength } from './touch-up.ts';

/** Width of the fade around a face, as a share of half its size. */
const fade = 0.5;
/** Exponents of superellipses; `box` has round corners. */
const roundness = { ellipse: 2, box: 4 } as const;

/**
 * Returns the weight of a face's strength: 1 within its shape, 0 beyond the fade. Positions are px of the photograph.
 */
export function faceWeight({ shape, x, y, width, height }: FaceStrength, atX: number, atY: number): number {
  const across = Math.abs(atX - x - width / 2) / (width / 2);
  const down = Math.abs(atY - y - height / 2) / (height / 2);
  const power = roundness[shape];
  const outside = ((across ** power + down ** power) ** (1 / power) - 1) / fade;
  if (outside <= 0) return 1;
  if (outside >= 1) return 0;
  // No step or bend at both ends (Perlin, Improving noise, 2002), because bends show as bands in skin.
  return 1 - outside ** 3 * (outside * (outside * 6 - 15) + 10);
}

/** @param y row of the picture; `scale` is its px per px of the photograph */
export function strengthRow({ whole, faces }: Strength, y: number, width: number, scale = 1): Float32Array {
  const row = new Float32Array(width).fill(whole);
  const atY = (y + 0.5) / scale;
  const near = faces.filter((face) => Math.abs(atY - face.y - face.height / 2) < (face.height / 2) * (1 + fade));
  if (near.length === 0) return row;
  const left = Math.min(...near.map((face) => face.x - (face.width / 2) * fade));
  const right = Math.max(...near.map((face) => face.x + face.width + (face.width / 2) * fade));
  const end = Math.min(width, Math.ceil(right * scale));
  for (let x = Math.max(0, Math.floor(left * scale)); x < end; x++) {
    let sum = 0;
    let weights = 0;
    for (const face of near) {
      const weight = faceWeight(face, (x + 0.5) / scale, atY);
      sum += weight * face.strength;
      weights += weight;
    }
    // Overlapping faces share the weight.
    row[x] = weights > 1 ? sum / weights : sum + (1 - weights) * whole;
  }
  return row;
}
