/** Changes the metadata of a finished file, and nothing else. */
import { basename } from 'node:path';
import { msg } from '../../../contract/messages/message.ts';
import { sharp } from '../../../formats/lazy-sharp.ts';
import { rewriteFile } from '../container/file-pieces.ts';
import { tiffExifBlock } from '../container/tiff-exif.ts';
import { ImagingError } from '../errors.ts';
import { isPointer, readXmpPacket } from '../xmp/extended-xmp.ts';
import { removeXmpProperties } from '../xmp/merge-xmp.ts';
import { runXmpWork } from '../xmp/xmp-thread.ts';
import { stripExifPrefix } from './blocks/exif-block.ts';
import { iptcFormats, iptcRecords } from './blocks/iptc-resource.ts';
import { replaceInJpeg } from './formats/jpeg-metadata.ts';
import { replaceInPng } from './formats/png-metadata.ts';
import { replaceTiffMetadata } from './formats/tiff-replace.ts';
import { replaceInWebp } from './formats/webp-metadata.ts';
import type { MetadataParts, MetadataPartsChange } from './metadata-parts.ts';
import { removeManifestPointersOnThread } from './metadata-thread.ts';

/**
 * Rewrites our finished file (JPEG, PNG, WEBP or TIFF) atomically.
 * @param options `shouldStripUnknown`: remove data of unknown meaning, except clipping paths
 * @throws ImagingError BAD_RESULT for another format, or a packet too long for a JPEG
 */
export async function replaceMetadata(
  path: string,
  changeParts: (parts: MetadataParts, hasRecords: boolean) => MetadataPartsChange | Promise<MetadataPartsChange>,
  { shouldStripUnknown = false }: { readonly shouldStripUnknown?: boolean } = {},
): Promise<void> {
  const meta = await sharp(path, { limitInputPixels: false }).metadata();
  const xmp = await readXmpPacket(path, meta);
  const parts: MetadataParts = {
    exif: meta.format === 'tiff' ? await tiffExifBlock(path) : stripExifPrefix(meta.exif),
    xmp:
      xmp && (shouldStripUnknown && xmp.extended === 'missing' ? await withoutPointer(xmp.packet, path) : xmp.packet),
    iptc: meta.iptc === undefined ? null : iptcRecords(meta.iptc),
  };
  const partsChange = {
    ...(shouldStripUnknown ? parts : {}),
    ...(await changeParts(parts, iptcFormats.has(meta.format))),
  };
  if (Object.keys(partsChange).length === 0) return;
  const change = await withoutCredentials(parts, partsChange, path);
  const { width, height, hasAlpha } = meta;
  const isJoined = change.xmp !== undefined && xmp?.extended === 'joined';
  const replacement = { change, parts, width, height, hasAlpha, isJoined, shouldStripUnknown };
  switch (meta.format) {
    case 'jpeg':
      return rewriteFile(path, (file) => replaceInJpeg(file, replacement));
    case 'png':
      return rewriteFile(path, (file) => replaceInPng(file, replacement));
    case 'webp':
      return rewriteFile(path, (file) => replaceInWebp(file, replacement));
    case 'tiff':
      return rewriteFile(path, (file) => replaceTiffMetadata(file, { ...parts, ...change }, shouldStripUnknown));
    default:
      throw new ImagingError('BAD_RESULT', msg('imaging.result.noMetadata'));
  }
}

function withoutPointer(packet: Buffer, path: string): Promise<Buffer | null> {
  const work = (xmp: Buffer) => removeXmpProperties(xmp, isPointer);
  return runXmpWork('removePointer', { args: packet, packet, document: basename(path), work });
}

/** The changed file is no longer the signed one. */
async function withoutCredentials(
  parts: MetadataParts,
  change: MetadataPartsChange,
  path: string,
): Promise<MetadataPartsChange> {
  const packet = change.xmp === undefined ? parts.xmp : change.xmp;
  const plain = packet && (await removeManifestPointersOnThread(packet, basename(path)));
  return plain === packet ? change : { ...change, xmp: plain };
}
