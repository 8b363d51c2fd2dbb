import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { msg } from '../../../../contract/messages/message.ts';
import { createTiff } from '../../container/tiff-writer.ts';
import { ImagingError } from '../../errors.ts';
import { type ImageFacts, inspectImage } from '../../read/inspect-image.ts';
import type { Samples } from '../../unpacked-image.ts';
import { createYielder } from '../../yield-to-event-loop.ts';
import type { RestoredImage, RestoreRequest } from '../restore-types.ts';
import { readPixelsInProfile } from '../result-pixels.ts';
import { assertSameShape } from '../result-size.ts';
import { depthOf, unpackSource } from '../source-pixels.ts';
import { createRowChanger } from './apply-change.ts';

const stripeRows = 24;

/** Adds an operation's change to the photograph. Everything else stays identical, pixel for pixel. */
export async function restoreDifference(
  request: RestoreRequest,
  facts: ImageFacts,
  result: ImageFacts,
): Promise<RestoredImage> {
  const { signal, to } = request;
  assertSameShape(result, request.uploaded);
  const upload = await inspectImage(request.uploaded.path);
  if (upload.kind !== 'image') {
    throw new ImagingError('BAD_SOURCE', msg('imaging.uploadGone'));
  }
  // Compare at the smaller size, because enlarging one picture would look like a blur everywhere.
  const size =
    result.width < upload.width
      ? { width: result.width, height: result.height }
      : { width: upload.width, height: upload.height };
  const source = await unpackSource(facts, to, depthOf(facts));
  try {
    const before = await readPixelsInProfile(upload, source, size, 3);
    const after = await readPixelsInProfile(result, source, size, 3);
    const isSameSize = result.width === upload.width && result.height === upload.height;
    const isLossless = isSameSize && hasLosslessFormat(result) && hasLosslessFormat(upload);
    const change = createRowChanger(before, after, size, source, source.channels, isLossless);
    const path = join(to, `restored-${randomUUID()}.tif`);
    const { width, height, channels, depth, profile } = source;
    const tiff = await createTiff(path, { width, height, channels, depth, profile });
    const yieldToEventLoop = createYielder(signal);
    let rows: Samples | undefined;
    try {
      for (let top = 0; top < height; top += stripeRows) {
        await yieldToEventLoop();
        const count = Math.min(stripeRows, height - top);
        rows = await source.read({ left: 0, top, width, height: count }, rows);
        change(rows, top, count);
        await tiff.append(rows);
      }
      await tiff.finish();
    } catch (error) {
      await tiff.abandon();
      throw error;
    }
    return { path, width, height, box: null };
  } finally {
    await source.close();
  }
}

/** WEBP can be either, so it does not count. */
function hasLosslessFormat({ format }: ImageFacts): boolean {
  return format === 'png' || format === 'bmp' || format === 'tiff';
}
