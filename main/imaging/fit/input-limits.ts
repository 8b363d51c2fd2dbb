/** Compares photographs with the limits of an image input (section "Limits" of the interface). */
import type { ImageFormat, ImageInput } from '../../../contract/operations/operation-spec.ts';
import type { ImageFacts } from '../read/inspect-image.ts';
import type { Size } from '../size.ts';

/**
 * `must`: the service rejects the file. `should`: services may misread it, so it is corrected if allowed. `never`: no
 * change helps.
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

/** Empty = the file can be uploaded unchanged. */
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
 * Returns the largest accepted size of the same shape, at least 1 px. Bounds are exclusive ("smaller than"), the
 * longest side is inclusive.
 */
export function maxAcceptedSize(from: Size, input: ImageInput): Size {
  const widest = Math.min(input.smallerThan.width - 1, input.maxSidePx ?? Number.POSITIVE_INFINITY);
  const highest = Math.min(input.smallerThan.height - 1, input.maxSidePx ?? Number.POSITIVE_INFINITY);
  return scaleSize(from, Math.min(1, widest / from.width, highest / from.height));
}

export function scaleSize(from: Size, factor: number): Size {
  const side = (length: number) => Math.max(1, Math.round(length * factor));
  return { width: side(from.width), height: side(from.height) };
}

/** Bounds are exclusive. */
export function isLargeEnough(size: Size, input: ImageInput): boolean {
  const { largerThan } = input;
  return largerThan === undefined || (size.width > largerThan.width && size.height > largerThan.height);
}

export function isAccepted(format: string, input: ImageInput): boolean {
  return input.formats.includes(format as ImageFormat);
}

/** Unlabeled colors are sRGB by convention; names of its profile vary. */
function isStandard(profile: string | null): boolean {
  return profile === null || /s ?rgb|61966/i.test(profile);
}
