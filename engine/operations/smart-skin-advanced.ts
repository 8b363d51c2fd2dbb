/** Skin of all people. */
import { retouchSkin, type SkinRetouch } from '../effects/skin/retouch-skin.ts';
import { crowdSize } from '../vision/face/find-faces.ts';
import { encodeLike } from '../vision/photo/encode.ts';
import type { SpotLimits } from '../vision/skin/spots.ts';
import type { EngineCall, EngineOutput } from './call.ts';
import { photoWithFaces } from './faces.ts';

const small = [0.008, 0.012, 0.017, 0.024];
const acne: SpotLimits = { redder: 2.5, darker: 5, darkest: 16, sizes: small };
const pigment: SpotLimits = { redder: 6, darker: 2.5, darkest: 45, sizes: small };
const scars: SpotLimits = { redder: 3, darker: 4, darkest: 20, sizes: [...small, 0.033, 0.045] };
/** For `smart_skin`, which keeps freckles and moles. */
const blemishes: SpotLimits = { redder: 3.5, darker: 5, darkest: 16, sizes: small };

/** Returns limits that accept the spots of both. */
function uniteLimits(a: SpotLimits, b: SpotLimits): SpotLimits {
  return {
    redder: Math.min(a.redder, b.redder),
    darker: Math.min(a.darker, b.darker),
    darkest: Math.max(a.darkest, b.darkest),
    sizes: [...new Set([...a.sizes, ...b.sizes])],
  };
}

/** Returns undefined without values. */
function joinChosen<T>(values: readonly (T | false)[], join: (a: T, b: T) => T): T | undefined {
  return values
    .filter((each): each is T => each !== false)
    .reduce<T | undefined>((a, b) => (a ? join(a, b) : b), undefined);
}

/** Keeps size and format (WEBP becomes PNG). `smart_skin` means all switches with restraint. */
export async function smartSkinAdvanced({ params, images, signal }: EngineCall): Promise<EngineOutput> {
  const upload = images.image!;
  // Faces far away show no skin detail.
  const { photo, faces } = await photoWithFaces(upload, signal, crowdSize, 'near');
  await retouchSkin(
    photo,
    faces,
    retouchFor((name) => params[name] === true),
    signal,
  );
  return { kind: 'images', files: [await encodeLike(upload, photo)] };
}

function retouchFor(isOn: (name: string) => boolean): SkinRetouch {
  if (isOn('smart_skin')) {
    return {
      spots: blemishes,
      lines: { depth: 0.3, ridges: 0.1 },
      underEyes: 0.3,
      shine: 0.25,
      smoothing: { tone: 0.45, color: 0.35, texture: 0.05 },
      toning: { lift: 2.5, even: 0.06 },
    };
  }
  const spots = [isOn('acne_removal') && acne, isOn('spot_correction') && pigment, isOn('scar_reduction') && scars];
  const lines = [
    isOn('wrinkle_reduction') && { depth: 0.75, ridges: 0.35 },
    isOn('scar_reduction') && { depth: 0.45, ridges: 0.6 },
  ];
  const smoothing = [
    isOn('skin_smoothing') && { tone: 0.85, pores: 0.5, color: 0.6, texture: 0.1 },
    isOn('pore_control') && { tone: 0.2, pores: 0.5, color: 0.1, texture: 0.35 },
    isOn('acne_removal') && { tone: 0, pores: 0, color: 0.3, texture: 0 },
  ];
  return {
    spots: joinChosen(spots, uniteLimits),
    lines: joinChosen(lines, (a, b) => ({ depth: Math.max(a.depth, b.depth), ridges: Math.max(a.ridges, b.ridges) })),
    underEyes: isOn('under_eye_correction') ? 0.75 : undefined,
    shine: isOn('pore_control') ? 0.55 : undefined,
    smoothing: joinChosen(smoothing, (a, b) => ({
      tone: Math.max(a.tone, b.tone),
      pores: Math.max(a.pores, b.pores),
      color: Math.max(a.color, b.color),
      texture: Math.max(a.texture, b.texture),
    })),
    toning: isOn('skin_brightening') ? { lift: 5, even: 0.25 } : undefined,
  };
}
