/** Brings what was copied into a hole to the light of what lies around it (seamless cloning, Pérez, Gangnet, Blake 2003). */
import { sourcePixel, wantedPixel } from '../fill/patches.ts';
import { fillSmoothly, holeKind, outsideKind, rimKind } from '../pixels/membrane.ts';
import { createPlane, type Plane } from '../pixels/plane.ts';

/** Colours (0..255) that differ by more than this across the seam belong to different things, and not to one in two lights. */
const oneThing = 24;

/**
 * What is to be added to each copied pixel so that it goes on without a seam from what is known beside it.
 * @param rgb three bytes a pixel
 * @param like for each wanted pixel the one it is a copy of; -1 elsewhere
 * @returns red, green, blue, in levels (0..255); 0 where nothing was copied
 */
export function lightAlongSeam(
  { width, height, rgb, kinds }: { width: number; height: number; rgb: Uint8Array; kinds: Uint8Array },
  like: Int32Array,
): readonly [Plane, Plane, Plane] {
  const light = [createPlane(width, height), createPlane(width, height), createPlane(width, height)] as const;
  const marks = new Uint8Array(width * height).fill(outsideKind);
  for (let at = 0; at < marks.length; at++) {
    if (kinds[at] === wantedPixel && like[at] !== -1) marks[at] = holeKind;
    if (kinds[at] !== sourcePixel) continue;
    const x = at % width;
    let count = 0;
    for (const step of [x > 0 ? -1 : 0, x < width - 1 ? 1 : 0, -width, width]) {
      const from = step === 0 ? -1 : (like[at + step] ?? -1);
      if (from === -1 || kinds[from - step] !== sourcePixel) continue;
      count++;
      for (let c = 0; c < 3; c++) light[c]!.data[at]! += rgb[at * 3 + c]! - rgb[(from - step) * 3 + c]!;
    }
    if (count === 0) continue;
    const apart = Math.max(...light.map(({ data }) => Math.abs(data[at]! / count)));
    for (const { data } of light) data[at] = apart > oneThing ? 0 : data[at]! / count;
    // An edge that ends at the seam says nothing about the light there.
    if (apart <= oneThing) marks[at] = rimKind;
  }
  for (const plane of light) {
    fillSmoothly(plane, marks);
    for (let at = 0; at < marks.length; at++) if (marks[at] !== holeKind) plane.data[at] = 0;
  }
  return light;
}
