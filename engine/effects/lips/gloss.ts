/**
 * Gloss on lips: strengthens existing highlights, and adds Blinn highlights (1977) on bulges inside the mesh's outlines.
 * Lengths are in mouth widths. Constants only change the look.
 */
import { boxMean } from '../../pixels/box-filter.ts';
import { maskedMean, windowOf } from '../../pixels/masked-filter.ts';
import { createPlane, type Plane } from '../../pixels/plane.ts';
import { smoothstep } from '../../pixels/smoothstep.ts';
import type { Face } from '../../vision/face/find-faces.ts';
import { maskOf } from '../../vision/face/mesh.ts';
import { type Direction, normalize } from './light-direction.ts';
import { corners, lipOutlines, type Mouth } from './mouth.ts';

/** In L, on skin of L 70. */
const maxHighlight = 26;
/** The upper lip faces away from light above. */
const upperShare = 0.45;
const exponent = 22;
const bulgeRadius = 0.22;
const bulgeHeight = 1.05;
/** Tilts normals at the corners, because a mouth bends around the teeth. */
const bend = 0.6;
/** Existing gloss is lighter (L) than the lip around. */
const aroundRadius = 0.07;
const minGlossL = 1.5;
const fullGlossL = 6;
const glossGain = 0.7;
/** Folds break up highlights. */
const foldRadius = 0.018;
const foldBreak = 0.55;
/** Folds of smaller mouths are noise. */
const minFoldWidthPx = 90;
const fullFoldWidthPx = 260;
/** Keeps highlights away from the edge of a lip. */
const insideRadius = 0.032;

/** Returns L to add. @param level L of the skin around */
export function glossOf(mouth: Mouth, mask: Plane, face: Face, light: Direction, level: number): Plane {
  const { lab, width } = mouth;
  const window = windowOf(mask, Math.max(1, Math.round(width * aroundRadius)));
  const around = maskedMean(window, lab.L);
  const folds = foldsOf(mouth, mask);
  const shine = shineOf(mouth, face, light);
  const inside = boxMean(mask, Math.max(1, Math.round(width * insideRadius)));
  const broken = foldBreak * smoothstep(width, minFoldWidthPx, fullFoldWidthPx);
  const out = createPlane(mask.width, mask.height);
  const strength = Math.min(1.15, level / 70);
  for (let i = 0; i < out.data.length; i++) {
    if (mask.data[i] === 0) continue;
    const excess = lab.L.data[i]! - around.data[i]!;
    const existingGloss =
      glossGain * excess * smoothstep(excess, minGlossL, fullGlossL) * smoothstep(inside.data[i]!, 0.4, 0.8);
    const fresh =
      maxHighlight *
      smoothstep(inside.data[i]!, 0.6, 0.97) *
      shine.data[i]! *
      Math.max(0.25, Math.min(1.6, 1 + broken * folds.data[i]!));
    out.data[i] = strength * Math.max(existingGloss, fresh + 0.3 * existingGloss);
  }
  return out;
}

/** Fine relief of lightness, in standard deviations. */
function foldsOf({ lab, width }: Mouth, mask: Plane): Plane {
  const coarse = maskedMean(windowOf(mask, Math.max(1, Math.round(width * foldRadius * 2))), lab.L);
  const fine = boxMean(lab.L, Math.floor(width * foldRadius * 0.35));
  let [sum, weight] = [0, 0];
  for (let i = 0; i < mask.data.length; i++) {
    fine.data[i]! -= coarse.data[i]!;
    sum += mask.data[i]! * fine.data[i]! ** 2;
    weight += mask.data[i]!;
  }
  const deviation = Math.max(0.8, Math.sqrt(sum / Math.max(1, weight)));
  for (let i = 0; i < mask.data.length; i++) fine.data[i]! /= deviation;
  return fine;
}

/** Highlights of both lips, 0..1. */
function shineOf({ place, width }: Mouth, face: Face, light: Direction): Plane {
  // Blinn's halfway vector.
  const half = normalize({ x: light.x, y: light.y, z: light.z - 1 });
  const { mesh } = face;
  const [left, right] = [mesh[corners[0]]!, mesh[corners[1]]!];
  const across = normalize({ x: right.x - left.x, y: right.y - left.y, z: right.z - left.z });
  const length = Math.hypot(right.x - left.x, right.y - left.y) || 1;
  const middle = { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 };
  const facing = facingOf(face);
  const { upper, lower } = lipOutlines(face);
  const out = createPlane(place.width, place.height);
  for (const [outline, share] of [
    [upper, upperShare],
    [lower, 1],
  ] as const) {
    const bulge = maskOf([outline], place, width * bulgeRadius);
    const steep = bulgeHeight * width * bulgeRadius;
    for (let y = 1, rows = place.height - 1; y < rows; y++) {
      for (let x = 1; x < place.width - 1; x++) {
        const index = y * place.width + x;
        if (bulge.data[index]! < 0.05) continue;
        const slopeX = ((bulge.data[index + 1]! - bulge.data[index - 1]!) / 2) * steep;
        const slopeY = ((bulge.data[index + place.width]! - bulge.data[index - place.width]!) / 2) * steep;
        const u = (x + 0.5) / place.scale + place.x - middle.x;
        const v = (y + 0.5) / place.scale + place.y - middle.y;
        const along = Math.max(-1, Math.min(1, (2 * (u * across.x + v * across.y)) / length));
        const normal = normalize({
          x: facing.x + bend * along * across.x - slopeX,
          y: facing.y + bend * along * across.y - slopeY,
          z: facing.z + bend * along * across.z,
        });
        const mirror = Math.max(0, normal.x * half.x + normal.y * half.y + normal.z * half.z);
        const value = share * mirror ** exponent * smoothstep(bulge.data[index]!, 0.15, 0.55);
        out.data[index] = Math.max(out.data[index]!, value);
      }
    }
  }
  return out;
}

/** Direction of the head, from temples, forehead and chin. */
function facingOf({ mesh }: Face): Direction {
  const between = (from: number, to: number): Direction => ({
    x: mesh[to]!.x - mesh[from]!.x,
    y: mesh[to]!.y - mesh[from]!.y,
    z: mesh[to]!.z - mesh[from]!.z,
  });
  const [a, b] = [between(454, 234), between(10, 152)];
  return normalize({ x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x });
}
