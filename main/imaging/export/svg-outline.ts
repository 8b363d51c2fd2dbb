/** The outline of a cutout as a file of its own, for programs that lay out or cut: SVG, in px of the picture. */
import { randomUUID } from 'node:crypto';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { msg } from '../../../contract/messages/message.ts';
import { ImagingError } from '../errors.ts';
import { traceOutline } from '../path/clipping-path.ts';
import { toSvg } from '../path/subpath.ts';
import { inspectImage } from '../read/inspect-image.ts';
import type { Rendition } from './rendition.ts';

/**
 * A new SVG in the existing folder `to`; null where nothing of the picture is transparent.
 * @param source absolute; never written to
 * @throws ImagingError BAD_RESULT where it cannot be decoded; the disk's error
 */
export async function makePathFile(source: string, to: string, signal: AbortSignal): Promise<Rendition | null> {
  const facts = await inspectImage(source);
  if (facts.kind !== 'image') throw new ImagingError('BAD_RESULT', msg('imaging.result.unreadable'));
  const outline = await traceOutline(source, signal);
  if (outline === null) return null;
  const path = join(to, `export-${randomUUID()}.svg`);
  await writeFile(path, toSvg(outline, facts), { flag: 'wx' });
  return { path, extension: '.svg', bytes: (await stat(path)).size, notes: [] };
}
