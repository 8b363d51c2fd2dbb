/** Gives a finished file the clipping path of its cutout: for studios that take one instead of transparency. */
import { msg } from '../../../contract/messages/message.ts';
import { openImage } from '../decode/open-image.ts';
import { ImagingError } from '../errors.ts';
import { spliceResources } from '../metadata/formats/splice-resources.ts';
import { inspectImage } from '../read/inspect-image.ts';
import type { Size } from '../size.ts';
import { photoshopPathResource } from './path-resource.ts';
import type { Subpath } from './subpath.ts';
import { tracePath } from './trace-path.ts';

export interface ClippingPath {
  /** In px of `size`. */
  readonly subpaths: readonly Subpath[];
  /** Of the cutout it was traced from; the path fits any copy of it that shows the same, whatever its size. */
  readonly size: Size;
}

/**
 * Traces the alpha of a finished cutout; takes a byte a pixel.
 * @returns null for a picture without alpha, or one of which nothing is half opaque
 * @throws ImagingError BAD_RESULT where it cannot be read
 */
export async function clippingPathOf(cutout: string, signal: AbortSignal): Promise<ClippingPath | null> {
  const facts = await inspectImage(cutout);
  if (facts.kind !== 'image') throw new ImagingError('BAD_RESULT', msg('imaging.result.unreadable'));
  if (!facts.alpha) return null;
  const { width, height } = facts;
  const upright = (await openImage(cutout, facts.format)).autoOrient().extractChannel('alpha').toColourspace('b-w');
  // A channel of 16 bits would come out as two bytes a pixel.
  const alpha = await upright.raw({ depth: 'uchar' }).toBuffer();
  const subpaths = await tracePath(alpha, { width, height }, {}, signal);
  return subpaths.length === 0 ? null : { subpaths, size: { width, height } };
}

/**
 * Writes the path into a finished JPEG or TIFF of our own, after its other metadata.
 * @throws ImagingError BAD_RESULT where it is neither
 */
export async function addClippingPath(path: string, format: 'jpeg' | 'tiff', clip: ClippingPath): Promise<void> {
  await spliceResources(path, format, photoshopPathResource(clip.subpaths, clip.size));
}
