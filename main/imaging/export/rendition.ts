/**
 * Finished pictures for export: copies, or new files as an output asks.
 *
 * Reading order: this file, `gallery-picture.ts`, then `contact-sheet.ts` with its captions.
 */
import { randomUUID } from 'node:crypto';
import { constants, copyFile, stat, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { isUnchanged } from '../../../contract/delivery/export.ts';
import type { Box } from '../../../contract/jobs/result.ts';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { Rendering } from '../../../contract/recipes/output.ts';
import { sharp } from '../../../formats/lazy-sharp.ts';
import { extensions } from '../encode/image-encoders.ts';
import { ImagingError } from '../errors.ts';
import { stripExifPrefix } from '../metadata/blocks/exif-block.ts';
import { iptcRecords } from '../metadata/blocks/iptc-resource.ts';
import type { MetadataParts, MetadataPartsChange } from '../metadata/metadata-parts.ts';
import { mergeXmpOnThread, stripLocationOnThread, writeInfoOnThread } from '../metadata/metadata-thread.ts';
import { replaceMetadata } from '../metadata/replace-metadata.ts';
import { filterByRule, type PhotoInfoToWrite } from '../metadata/rules/write-photo-info.ts';
import { makeFinishedFile } from '../output/make-finished-file.ts';
import { traceOutline } from '../path/clipping-path.ts';
import { toSvg } from '../path/subpath.ts';
import { inspectImage } from '../read/inspect-image.ts';
import type { XmpChange } from '../xmp/merge-xmp.ts';

export interface RenditionRequest {
  /** Absolute; never written to. */
  readonly source: string;
  /** `auto` keeps the format. */
  readonly rendering: Rendering;
  /** PSD layer below, and bounds of the picture in it; null = none. */
  readonly originalLayer?: { readonly path: string; readonly box: Box | null } | null;
  /** Photo info to write; null = none. */
  readonly details?: PhotoInfoToWrite | null;
  readonly xmp: XmpChange;
  /** An existing folder. */
  readonly to: string;
  readonly signal: AbortSignal;
}

export interface Rendition {
  readonly path: string;
  readonly extension: string;
  readonly bytes: number;
  /** Notes for the user. */
  readonly notes: readonly MessageDescriptor[];
}

/** Makes a new file in `to`. @throws ImagingError BAD_RESULT if the source cannot be decoded; the disk's error */
export async function makeRendition(request: RenditionRequest): Promise<Rendition> {
  const { path, extension, notes } = isUnchanged(request.rendering)
    ? await copySource(request)
    : await makeFile(request);
  return { path, extension, bytes: (await stat(path)).size, notes };
}

async function copySource({ source, rendering, details: allDetails = null, xmp: change, to }: RenditionRequest) {
  const details = allDetails && filterByRule(rendering.metadata, allDetails);
  const extension = extname(source);
  const path = join(to, `export-${randomUUID()}${extension}`);
  await copyFile(source, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  const shouldKeepLocation = !rendering.metadata.without.includes('location');
  const isDescribed = Object.keys(change).length > 0;
  const notes: MessageDescriptor[] = [];
  const document = basename(source);
  await replaceMetadata(
    path,
    async (parts, hasRecords) => {
      const withoutLocation = shouldKeepLocation ? {} : await stripLocationOnThread(parts, document);
      const infoChange = details && { parts: { ...parts, ...withoutLocation }, details, hasRecords };
      const partsChange =
        infoChange === null ? withoutLocation : changesOf(parts, await writeInfoOnThread(infoChange, document));
      const packet = partsChange.xmp === undefined ? parts.xmp : partsChange.xmp;
      return isDescribed ? { ...partsChange, xmp: await mergeXmpOnThread(packet, change, document) } : partsChange;
    },
    { shouldStripUnknown: !shouldKeepLocation },
  ).catch(async (error) => {
    // The format may not allow such changes. Fail only if metadata to be removed would remain.
    if (!(error instanceof ImagingError)) throw error;
    if (!shouldKeepLocation && (await hasLocation(source))) {
      throw new ImagingError('BAD_RESULT', msg('imaging.result.saysWhere', { name: basename(source) }));
    }
    if (details !== null) notes.push(msg('imaging.data.noDetails'));
  });
  return { path, extension, notes };
}

const changesOf = (before: MetadataParts, { exif, xmp, iptc }: MetadataParts): MetadataPartsChange => ({
  ...(exif === before.exif ? {} : { exif }),
  ...(xmp === before.xmp ? {} : { xmp }),
  ...(iptc === before.iptc ? {} : { iptc }),
});

async function hasLocation(path: string): Promise<boolean> {
  const { exif, xmp = null, iptc } = await sharp(path, { limitInputPixels: false }).metadata();
  const parts = { exif: stripExifPrefix(exif), xmp, iptc: iptc === undefined ? null : iptcRecords(iptc) };
  return Object.keys(await stripLocationOnThread(parts, basename(path))).length > 0;
}

async function makeFile({
  source,
  rendering,
  originalLayer = null,
  details = null,
  xmp,
  to,
  signal,
}: RenditionRequest) {
  const facts = await inspectImage(source);
  if (facts.kind !== 'image') throw new ImagingError('BAD_RESULT', msg('imaging.result.unreadable'));
  const ownFormat =
    (Object.keys(extensions) as (keyof typeof extensions)[]).find((each) => each === facts.format) ?? 'png';
  return makeFinishedFile({
    picture: { path: source, box: originalLayer?.box ?? null, isFinishedFile: true },
    photograph: source,
    facts,
    sourceFormat: facts.format,
    isOfPhotograph: true,
    baseLayerPath: originalLayer?.path ?? null,
    rendering: rendering.format === 'auto' ? { ...rendering, format: ownFormat } : rendering,
    rule: { ...rendering.metadata, details },
    xmpChange: xmp,
    to,
    signal,
  });
}

/**
 * Writes a cutout's outline as SVG, in px of the picture. Null if nothing is transparent.
 * @param source absolute; never written to
 * @param to an existing folder
 * @throws ImagingError BAD_RESULT if it cannot be decoded; the disk's error
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
