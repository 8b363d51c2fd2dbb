/**
 * Composes a cutout: background, position, shadow.
 *
 * Reading order: this file, `layout.ts`, `subject-bounds.ts`, `unpack-layers.ts`, `background.ts`,
 * `composite-canvas.ts`, `composite-row.ts`, `contact-shadow.ts`.
 */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { Composition } from '../../../contract/recipes/composition.ts';
import { rewriteFile } from '../container/file-pieces.ts';
import { assertWithinPixelLimit } from '../encode/pixel-limit.ts';
import type { Placement } from '../encode/size-plan.ts';
import { ImagingError } from '../errors.ts';
import { tiffPieces } from '../metadata/formats/tiff-metadata.ts';
import { inspectImage } from '../read/inspect-image.ts';
import type { Region, Size } from '../size.ts';
import type { Depth } from '../unpacked-image.ts';
import type { Background } from './background.ts';
import { castShadow, compositeAll, scaleSubject } from './composite-canvas.ts';
import { type Layout, layOutSubject } from './layout.ts';
import { findSubjectBounds } from './subject-bounds.ts';
import { colorspaceOf, layBackground, openUnpackedFile, unpackCutout, withPixels } from './unpack-layers.ts';

export interface ComposeRequest {
  /** A finished cutout, at full size. */
  readonly cutout: string;
  readonly composition: Composition;
  /** Maximum side of the canvas, px, for a preview. */
  readonly previewSide?: number;
  /** Size of the real cutout relative to this one, in previews. Default: 1. */
  readonly enlargedBy?: number;
  /** 16 bits apply only if the cutout has them. Default: 8. */
  readonly depth?: Depth;
  /** Folder for all files. */
  readonly to: string;
  readonly signal: AbortSignal;
}

export interface Composed extends Size {
  /** An uncompressed TIFF, with alpha if the background is transparent. */
  readonly path: string;
  /** px of the canvas. */
  readonly subject: Region;
  /** Maps px of the cutout to the canvas. */
  readonly placement: Placement;
  /** Size of the canvas without `previewSide`, px. */
  readonly planned: Size;
  /** Whether the subject was enlarged, or is smaller than requested. */
  readonly notes: readonly MessageDescriptor[];
}

/**
 * Composes in sRGB, or on white and transparency in the cutout's own profile. Outside subject and shadow, the
 * background is exact. Disk: 4 or 8 bytes for each pixel of cutout and canvas.
 * @throws ImagingError BAD_RESULT for an unreadable or empty cutout, NO_BACKGROUND, CANNOT_WRITE above 500 megapixels
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
    const bounds = await withPixels(cutoutPath, facts, depth, (pixels) => findSubjectBounds(pixels, signal));
    if (bounds === null) throw new ImagingError('BAD_RESULT', msg('imaging.compose.nothing', { name: facts.name }));
    const realSubject = scaleRegion(bounds, enlargedBy);
    const fullLayout = layOutSubject(realSubject, scaleRegion({ ...facts, left: 0, top: 0 }, enlargedBy), composition);
    assertWithinPixelLimit(fullLayout.canvas);
    const layout = adaptToCopy(shrinkLayout(fullLayout, previewSide), enlargedBy);
    const subject = await scaleSubject(cutoutPath, facts, bounds, layout, depth, scratch('subject'));
    const canvas = { ...layout.canvas, path: scratch('canvas'), depth };
    const previewScale = canvas.width / fullLayout.canvas.width;
    const filled = await layBackground(composition.background, canvas, previewScale, depth, canvas.path);
    const shadow = composition.shadow === null ? null : await castShadow(subject, canvas, composition.shadow);
    await compositeAll({ ...canvas, filled }, shadow, subject, signal);
    const path = join(to, `composed-${randomUUID()}.tif`);
    const isTransparent = composition.background.kind === 'transparent';
    const picture = openUnpackedFile(canvas.path).toColourspace(colorspaceOf(depth));
    await (isTransparent ? picture : picture.removeAlpha()).tiff({ compression: 'none' }).toFile(path);
    if (profile !== null) await rewriteFile(path, (file) => tiffPieces(file, { ...noMetadata, icc: profile }));
    const { scale } = layout;
    const placement = { scale, left: layout.left - bounds.left * scale, top: layout.top - bounds.top * scale };
    const notes = createNotes(fullLayout, realSubject);
    return {
      path,
      ...layout.canvas,
      subject: subjectOnCanvas(bounds, layout),
      placement,
      planned: fullLayout.canvas,
      notes,
    };
  } finally {
    for (const path of temporary) await rm(path, { force: true });
  }
}

const noMetadata = { exif: null, xmp: null, iptc: null, density: null };

/** White and transparent are the same in every profile. */
function isNeutral(background: Background): boolean {
  return background.kind === 'transparent' || (background.kind === 'colour' && /^#f{6}$/i.test(background.colour));
}

function shrinkLayout(layout: Layout, maxSide: number | undefined): Layout {
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

function scaleRegion({ left, top, width, height }: Region, factor: number): Region {
  return { left: left * factor, top: top * factor, width: width * factor, height: height * factor };
}

function adaptToCopy(layout: Layout, factor: number): Layout {
  return { ...layout, scale: layout.scale * factor };
}

function subjectOnCanvas({ width, height }: Region, { left, top, scale }: Layout): Region {
  return {
    left,
    top,
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

function createNotes({ scale, wanted, canvas }: Layout, subject: Region): MessageDescriptor[] {
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
