/** What stands between a photograph and the limits of an image input. Section "Limits" of the interface. */
import type { ImageFormat, ImageInput } from '../../../contract/operations/operation-spec.ts';
import type { ImageFacts } from '../read/inspect-image.ts';
import type { Size } from '../size.ts';

/**
 * One thing that is in the way. `must`: the service refuses the image as it is. `should`: the interface says nothing, but
 * services may read the image otherwise than people see it, so it is put right whenever fitting is allowed. `never`: nothing
 * done to the file honestly helps.
 */
export type Obstacle =
  | { readonly kind: 'format'; readonly weight: 'must' }
  | { readonly kind: 'animated'; readonly weight: 'must' }
  | { readonly kind: 'png-depth'; readonly weight: 'must'; readonly bits: number }
  | { readonly kind: 'pixels'; readonly weight: 'must' }
  | { readonly kind: 'bytes'; readonly weight: 'must' }
  | { readonly kind: 'turned'; readonly weight: 'should' }
  | { readonly kind: 'colours'; readonly weight: 'should' }
  | { readonly kind: 'too-small'; readonly weight: 'never' }
  | { readonly kind: 'too-narrow'; readonly weight: 'never' };

/** Everything in the way of uploading the photograph as it is; empty = it can be uploaded untouched. */
export function findObstacles(facts: ImageFacts, input: ImageInput): Obstacle[] {
  const found: Obstacle[] = [];
  if (!isAccepted(facts.format, input)) found.push({ kind: 'format', weight: 'must' });
  if (facts.frames > 1) found.push({ kind: 'animated', weight: 'must' });
  if (facts.pngBits !== null && input.refusedPngBits?.includes(facts.pngBits)) {
    found.push({ kind: 'png-depth', weight: 'must', bits: facts.pngBits });
  }
  const target = maxAcceptedSize(facts, input);
  if (target.width !== facts.width || target.height !== facts.height) found.push({ kind: 'pixels', weight: 'must' });
  if (facts.bytes > input.maxBytes) found.push({ kind: 'bytes', weight: 'must' });
  if (facts.orientation !== 1) found.push({ kind: 'turned', weight: 'should' });
  if (facts.colours !== 'rgb' || !isStandard(facts.profile)) found.push({ kind: 'colours', weight: 'should' });
  if (!isLargeEnough(facts, input)) found.push({ kind: 'too-small', weight: 'never' });
  else if (!isLargeEnough(target, input)) found.push({ kind: 'too-narrow', weight: 'never' });
  return found;
}

/**
 * The largest size of the same shape that the input takes; the photograph's own where it is within the limits. Bounds are
 * exclusive ("smaller than"), the longest side is inclusive. Never larger than the photograph, never below 1 px.
 */
export function maxAcceptedSize(from: Size, input: ImageInput): Size {
  const widest = Math.min(input.smallerThan.width - 1, input.maxSidePx ?? Number.POSITIVE_INFINITY);
  const highest = Math.min(input.smallerThan.height - 1, input.maxSidePx ?? Number.POSITIVE_INFINITY);
  return scaleSize(from, Math.min(1, widest / from.width, highest / from.height));
}

/** `from` times `factor`, in whole px. */
export function scaleSize(from: Size, factor: number): Size {
  const side = (length: number) => Math.max(1, Math.round(length * factor));
  return { width: side(from.width), height: side(from.height) };
}

/** Both sides greater than the input's lower bound (exclusive). */
export function isLargeEnough(size: Size, input: ImageInput): boolean {
  const { largerThan } = input;
  return largerThan === undefined || (size.width > largerThan.width && size.height > largerThan.height);
}

export function isAccepted(format: string, input: ImageInput): boolean {
  return input.formats.includes(format as ImageFormat);
}

/** What names no colours in any way is sRGB by convention; so are the many spellings of sRGB's own profile. */
function isStandard(profile: string | null): boolean {
  return profile === null || /s ?rgb|61966/i.test(profile);
}
