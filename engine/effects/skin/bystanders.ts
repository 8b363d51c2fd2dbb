/** Keeps a retouch to chosen faces: their own skin and the neck below, not that of the people beside them. */
import { multiply } from '../../pixels/plane.ts';
import { ramp } from '../../pixels/ramp.ts';
import type { Face } from '../../sight/face/human.ts';
import { maskOf, outlineOf } from '../../sight/face/mesh.ts';
import type { SkinRegion } from '../../sight/skin/region.ts';

/** How far a face's own skin reaches, against its outline, and over what part of its size it fades: out before its region ends. */
const ownReach = { grown: 1.55, fade: 0.28 };
const othersReach = { grown: 1.12, fade: 0.08 };

/** The region with its skin cut down to what belongs to `face`. */
export function onlyOf(region: SkinRegion, face: Face, bystanders: readonly Face[]): SkinRegion {
  const { place, faceSize } = region;
  const own = maskOf([outlineOf(face.mesh, 'oval', ownReach.grown)], place, faceSize * ownReach.fade);
  const others = maskOf(
    bystanders.map(({ mesh }) => outlineOf(mesh, 'oval', othersReach.grown)),
    place,
    faceSize * othersReach.fade,
  );
  for (let i = 0; i < own.data.length; i++) own.data[i]! *= 1 - ramp(others.data[i]!, 0, 0.6);
  return {
    ...region,
    skin: multiply(region.skin, own),
    covered: multiply(region.covered, own),
    share: multiply(region.share, own),
    close: multiply(region.close, own),
  };
}
