/** A cutout as a finished picture: on its background, at its place, with its shadow. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { Composition } from '../../../contract/recipes/composition.ts';
import { rewriteFile } from '../container/file-pieces.ts';
import { ImagingError } from '../errors.ts';
import { tiffPieces } from '../metadata/formats/tiff-metadata.ts';
import type { Placement } from '../output/clipping-path.ts';
import { assertWithinPixelLimit } from '../output/pixel-limit.ts';
import { inspectImage } from '../read/inspect-image.ts';
import type { Region, Size } from '../size.ts';
import type { Depth } from '../unpacked-image.ts';
import type { Background } from './background.ts';
import { castShadow, compositeAll, scaleSubject } from './composite-canvas.ts';
import { type Layout, layOutSubject } from './layout.ts';
import { findSubjectBounds } from './subject-bounds.ts';
import { colorspaceOf, layBackground, openUnpackedFile, unpackCutout, withPixels } from './unpack-layers.ts';

export interface ComposeRequest {
  /** A finished cutout with alpha, at full size. */
  readonly cutout: string;
  readonly composition: Composition;
  /** The canvas' longest side at most, px: a preview of the same picture. */
  readonly previewSide?: number;
  /** How many times larger the cutout will be that is laid out like this; 1 = it is this one. For previews of a small copy. */
  readonly enlargedBy?: number;
  /** Bits of each channel that there is a use for; 16 are composed where the cutout has them. Left out: 8. */
  readonly depth?: Depth;
  /** Folder for the composed file and temporary ones. */
  readonly to: string;
  readonly signal: AbortSignal;
}

export interface Composed extends Size {
  /** An uncompressed TIFF, with alpha only where the background is transparent: to be encoded as the recipe has it. */
  readonly path: string;
  /** Where the subject is on the canvas, px. */
  readonly subject: Region;
  /** How px of the cutout become those of the canvas. */
  readonly placement: Placement;
  /** Of the canvas without `previewSide`, px. */
  readonly planned: Size;
  /** What the user should know of: that the subject was enlarged, or is smaller than was asked. */
  readonly notes: readonly MessageDescriptor[];
}

/**
 * Composes a cutout. On white, or transparent, the numbers are in the cutout's own profile, which the file names; on another
 * background in sRGB. Outside the subject and its shadow the background is exact. Takes some MB of memory and, for a while, 4 bytes
 * of disk for each pixel of cutout and canvas, or 8.
 * @throws ImagingError BAD_RESULT for a cutout that cannot be read or is empty, NO_BACKGROUND where its background is
 * gone, CANNOT_WRITE for a canvas beyond 500 megapixels
 */
export async function compose(request: ComposeRequest): Promise<Composed> {
  const { cutout, composition, previewSide, enlargedBy = 1, to, signal } = request;
  const temporary: string[] = [];
  const scratch = (name: string) => {
    const path = join(to, `${name}-${randomUUID()}.v`);
    temporary.push(path);
    return path;
  };
  try {
    const facts = await inspectImage(cutout);
    if (facts.kind !== 'image') throw new ImagingError('BAD_RESULT', msg('imaging.result.unreadable'));
    const depth: Depth = request.depth === 16 && facts.deep && facts.colours === 'rgb' ? 16 : 8;
    const cutoutPath = scratch('cutout');
    const profile = await unpackCutout(facts, isNeutral(composition.background), depth, cutoutPath);
    const found = await withPixels(cutoutPath, facts, depth, (pixels) => findSubjectBounds(pixels, signal));
    if (found === null) throw new ImagingError('BAD_RESULT', msg('imaging.compose.nothing', { name: facts.name }));
    const real = times(found, enlargedBy);
    const full = layOutSubject(real, times({ ...facts, left: 0, top: 0 }, enlargedBy), composition);
    assertWithinPixelLimit(full.canvas);
    const layout = ofCopy(smaller(full, previewSide), enlargedBy);
    const subject = await scaleSubject(cutoutPath, facts, found, layout, depth, scratch('subject'));
    const canvas = { ...layout.canvas, path: scratch('canvas'), depth };
    const previewScale = canvas.width / full.canvas.width;
    const filled = await layBackground(composition.background, canvas, previewScale, depth, canvas.path);
    const shadow = composition.shadow === null ? null : await castShadow(subject, canvas, composition.shadow);
    await compositeAll({ ...canvas, filled }, shadow, subject, signal);
    const path = join(to, `composed-${randomUUID()}.tif`);
    const isTransparent = composition.background.kind === 'transparent';
    const picture = openUnpackedFile(canvas.path).toColourspace(colorspaceOf(depth));
    await (isTransparent ? picture : picture.removeAlpha()).tiff({ compression: 'none' }).toFile(path);
    if (profile !== null) await rewriteFile(path, (file) => tiffPieces(file, { ...noData, icc: profile }));
    const { scale } = layout;
    const placement = { scale, left: layout.left - found.left * scale, top: layout.top - found.top * scale };
    const notes = notesOn(full, real);
    return { path, ...layout.canvas, subject: placed(found, layout), placement, planned: full.canvas, notes };
  } finally {
    for (const path of temporary) await rm(path, { force: true });
  }
}

const noData = { exif: null, xmp: null, iptc: null, density: null };

/** White and nothing are the same in every profile. */
function isNeutral(background: Background): boolean {
  return background.kind === 'transparent' || (background.kind === 'colour' && /^#f{6}$/i.test(background.colour));
}

/** The same layout on a canvas that is not larger than asked for. */
function smaller(layout: Layout, maxSide: number | undefined): Layout {
  const { width, height } = layout.canvas;
  const scale = maxSide === undefined ? 1 : Math.min(1, maxSide / Math.max(width, height));
  if (scale === 1) return layout;
  const scaled = (length: number) => Math.round(length * scale);
  return {
    canvas: { width: Math.max(1, scaled(width)), height: Math.max(1, scaled(height)) },
    scale: layout.scale * scale,
    left: scaled(layout.left),
    top: scaled(layout.top),
    wanted: layout.wanted,
  };
}

function times({ left, top, width, height }: Region, factor: number): Region {
  return { left: left * factor, top: top * factor, width: width * factor, height: height * factor };
}

/** The layout for a copy that is `factor` times smaller than what it was made for. */
function ofCopy(layout: Layout, factor: number): Layout {
  return { ...layout, scale: layout.scale * factor };
}

function placed({ width, height }: Region, { left, top, scale }: Layout): Region {
  return {
    left,
    top,
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

function notesOn({ scale, wanted, canvas }: Layout, subject: Region): MessageDescriptor[] {
  const notes: MessageDescriptor[] = [];
  const percent = (share: number) => Math.round(share * 100);
  if (scale > 1.005) notes.push(msg('imaging.compose.enlarged', { percent: percent(scale) }));
  if (wanted !== null) {
    const filled = (factor: number) =>
      percent(Math.max((subject.width * factor) / canvas.width, (subject.height * factor) / canvas.height));
    notes.push(msg('imaging.compose.smaller', { fills: filled(scale), asked: filled(wanted) }));
  }
  return notes;
}
