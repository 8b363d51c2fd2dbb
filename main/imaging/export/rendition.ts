/** A finished picture as it is handed on: as it is, or as an output asks for, with what is to be said about it. */
import { randomUUID } from 'node:crypto';
import { constants, copyFile, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { isUnchanged } from '../../../contract/delivery/export.ts';
import type { Box } from '../../../contract/jobs/result.ts';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { Rendering } from '../../../contract/recipes/output.ts';
import { sharp } from '../../../formats/lazy-sharp.ts';
import { ImagingError } from '../errors.ts';
import { stripExifPrefix } from '../metadata/blocks/exif-block.ts';
import { iptcRecords } from '../metadata/blocks/iptc-resource.ts';
import type { MetadataParts, MetadataPartsChange } from '../metadata/metadata-parts.ts';
import { mergeXmpOnThread, stripLocationOnThread, writeInfoOnThread } from '../metadata/metadata-thread.ts';
import { replaceMetadata } from '../metadata/replace-metadata.ts';
import { filterByRule, type PhotoInfoToWrite } from '../metadata/rules/write-photo-info.ts';
import { makeFinished } from '../output/make-finished-file.ts';
import { inspectImage } from '../read/inspect-image.ts';
import { extensions } from '../restore/encode.ts';
import type { XmpChange } from '../xmp/merge-xmp.ts';

export interface RenditionRequest {
  /** Absolute; never written to. Its data are handed on as far as `rendering` keeps them. */
  readonly source: string;
  /** `auto` is the format it has. */
  readonly rendering: Rendering;
  /** What lies below it in a Photoshop file, and where in that it lies; null = it stands alone. */
  readonly originalLayer?: { readonly path: string; readonly box: Box | null } | null;
  /** What the user says about the photograph; null = nothing. */
  readonly details?: PhotoInfoToWrite | null;
  readonly xmp: XmpChange;
  /** An existing folder. */
  readonly to: string;
  readonly signal: AbortSignal;
}

export interface Rendition {
  readonly path: string;
  /** With the dot. */
  readonly extension: string;
  readonly bytes: number;
  /** What there is to say about it. */
  readonly notes: readonly MessageDescriptor[];
}

/** A new file in `to`. @throws ImagingError BAD_RESULT where the source is no picture that can be decoded; the disk's error */
export async function makeRendition(request: RenditionRequest): Promise<Rendition> {
  const { path, extension, notes } = isUnchanged(request.rendering) ? await copied(request) : await drawn(request);
  return { path, extension, bytes: (await stat(path)).size, notes };
}

async function copied({ source, rendering, details: allDetails = null, xmp: change, to }: RenditionRequest) {
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
      const bare = shouldKeepLocation ? {} : await stripLocationOnThread(parts, document);
      const written = details && { parts: { ...parts, ...bare }, details, hasRecords };
      const partsChange = written === null ? bare : changesOf(parts, await writeInfoOnThread(written, document));
      const packet = partsChange.xmp === undefined ? parts.xmp : partsChange.xmp;
      return isDescribed ? { ...partsChange, xmp: await mergeXmpOnThread(packet, change, document) } : partsChange;
    },
    { shouldStripUnknown: !shouldKeepLocation },
  ).catch(async (error) => {
    // As it is, it may be of a format in which such data cannot be changed: then it must have none that was to go.
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

async function drawn({ source, rendering, originalLayer = null, details = null, xmp, to, signal }: RenditionRequest) {
  const facts = await inspectImage(source);
  if (facts.kind !== 'image') throw new ImagingError('BAD_RESULT', msg('imaging.result.unreadable'));
  const own = (Object.keys(extensions) as (keyof typeof extensions)[]).find((each) => each === facts.format) ?? 'png';
  return makeFinished({
    picture: { path: source, box: originalLayer?.box ?? null, asItCame: true },
    ...{ photograph: source, facts, sourceFormat: facts.format, isOfPhotograph: true },
    baseLayerPath: originalLayer?.path ?? null,
    rendering: rendering.format === 'auto' ? { ...rendering, format: own } : rendering,
    rule: { ...rendering.metadata, details },
    ...{ xmpChange: xmp, to, signal },
  });
}
