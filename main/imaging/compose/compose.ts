/** A cutout as a finished picture: on its background, at its place, with its shadow. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Composition } from '../../../preload/contract/composition.ts';
import { type Sentence, say } from '../../../preload/contract/sentence.ts';
import { rewrite } from '../container/pieces.ts';
import { ImagingError } from '../errors.ts';
import { tiffPieces } from '../metadata/tiff.ts';
import { breather } from '../pause.ts';
import { type ImageFacts, inspectImage } from '../read/inspect.ts';
import { openImage, openUpright, strict } from '../read/open.ts';
import type { Region, Size } from '../size.ts';
import { openUnpacked, type UnpackedFile } from '../unpacked.ts';
import { type Background, backgroundPicture, plainCanvas } from './background.ts';
import { contactShadow, type Shadow } from './contact-shadow.ts';
import { layRow } from './lay.ts';
import { type Layout, layoutOf } from './layout.ts';
import { subjectIn } from './subject.ts';

export interface ComposeRequest {
  /** A finished cutout with alpha, at full size. */
  readonly cutout: string;
  readonly composition: Composition;
  /** The canvas' longest side at most, px: a preview of the same picture. */
  readonly previewSide?: number;
  /** How many times larger the cutout will be that is laid out like this; 1 = it is this one. For previews of a small copy. */
  readonly enlargedBy?: number;
  /** Folder for the composed file and temporary ones. */
  readonly to: string;
  readonly signal: AbortSignal;
}

export interface Composed extends Size {
  /** An uncompressed TIFF, 8 bits, with alpha only where the background is transparent: to be encoded as the recipe has it. */
  readonly path: string;
  /** Where the subject is on the canvas, px. */
  readonly subject: Region;
  /** Of the canvas without `previewSide`, px. */
  readonly planned: Size;
  /** What the user should know of: that the subject was enlarged, or is smaller than was asked. */
  readonly notes: readonly Sentence[];
}

/** What is kept around the subject, px of the cutout: edges so soft that they are hardly seen. */
const softEdge = 16;
/** px; longest side of the picture that a shadow is computed in. */
const shadowSide = 700;
const stripe = 64;

/**
 * Composes a cutout. On white, or transparent, the numbers are in the cutout's own profile, which the file names; on another
 * background in sRGB. Outside the subject and its shadow the background is exact. Takes some MB of memory and, for a while, 4 bytes
 * of disk for each pixel of cutout and canvas.
 * @throws ImagingError BAD_RESULT for a cutout that cannot be read or is empty, NO_BACKGROUND where its background is gone
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
    if (facts.kind !== 'image') throw new ImagingError('BAD_RESULT', say('imaging.result.unreadable'));
    const whole = scratch('cutout');
    const profile = await unpackCutout(facts, isNeutral(composition.background), whole);
    const found = await withPixels(whole, facts, (pixels) => subjectIn(pixels, signal));
    if (found === null) throw new ImagingError('BAD_RESULT', say('imaging.compose.nothing', { name: facts.name }));
    const real = times(found, enlargedBy);
    const full = layoutOf(real, times({ ...facts, left: 0, top: 0 }, enlargedBy), composition);
    const layout = ofCopy(smaller(full, previewSide), enlargedBy);
    const subject = await scaledSubject(whole, facts, found, layout, scratch('subject'));
    const canvas = scratch('canvas');
    await layBackground(composition.background, layout.canvas, layout.canvas.width / full.canvas.width, canvas);
    const shadow = composition.shadow === null ? null : await shadowOf(subject, layout.canvas, composition.shadow);
    await layAll(canvas, layout.canvas, shadow, subject, signal);
    const path = join(to, `composed-${randomUUID()}.tif`);
    const transparent = composition.background.kind === 'transparent';
    const picture = sharp(canvas, { ...strict, ignoreIcc: true });
    await (transparent ? picture : picture.removeAlpha()).tiff({ compression: 'none' }).toFile(path);
    if (profile !== null) await rewrite(path, (file) => tiffPieces(file, { ...noData, icc: profile }));
    return { path, ...layout.canvas, subject: placed(found, layout), planned: full.canvas, notes: notesOn(full, real) };
  } finally {
    for (const path of temporary) await rm(path, { force: true });
  }
}

const noData = { exif: null, xmp: null, iptc: null, density: null };

/** White and nothing are the same in every profile. */
function isNeutral(background: Background): boolean {
  return background.kind === 'transparent' || (background.kind === 'colour' && /^#f{6}$/i.test(background.colour));
}

/** Unpacks the cutout, RGBA, upright; in its own profile, which it returns, or in sRGB. */
async function unpackCutout(facts: ImageFacts, own: boolean, path: string): Promise<Buffer | null> {
  const kept = own && facts.colours === 'rgb' && facts.profile !== null;
  const image = kept
    ? (await openImage(facts.path, facts.format, { ignoreIcc: facts.deep }))
        .autoOrient()
        .toColourspace('srgb')
        .keepIccProfile()
    : await openUpright(facts);
  await image.ensureAlpha().toFile(path);
  return kept ? ((await (await openImage(facts.path, facts.format)).metadata()).icc ?? null) : null;
}

async function withPixels<T>(path: string, size: Size, use: (pixels: UnpackedFile<8>) => Promise<T>): Promise<T> {
  const { width, height } = size;
  const file = await openUnpacked(path, { width, height, channels: 4, depth: 8 });
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

/** The same layout on a canvas that is not larger than asked for. */
function smaller(layout: Layout, longest: number | undefined): Layout {
  const { width, height } = layout.canvas;
  const by = longest === undefined ? 1 : Math.min(1, longest / Math.max(width, height));
  if (by === 1) return layout;
  const scaled = (length: number) => Math.round(length * by);
  return {
    canvas: { width: Math.max(1, scaled(width)), height: Math.max(1, scaled(height)) },
    scale: layout.scale * by,
    left: scaled(layout.left),
    top: scaled(layout.top),
    wanted: layout.wanted,
  };
}

function times({ left, top, width, height }: Region, by: number): Region {
  return { left: left * by, top: top * by, width: width * by, height: height * by };
}

/** The layout for a copy that is `by` times smaller than what it was made for. */
function ofCopy(layout: Layout, by: number): Layout {
  return { ...layout, scale: layout.scale * by };
}

function placed({ width, height }: Region, { left, top, scale }: Layout): Region {
  return {
    left,
    top,
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** The scaled subject in a file, and where on the canvas it lies; it may reach beyond it. */
interface ScaledSubject extends Region {
  readonly path: string;
}

async function scaledSubject(
  whole: string,
  size: Size,
  found: Region,
  layout: Layout,
  path: string,
): Promise<ScaledSubject> {
  const left = Math.max(0, found.left - softEdge);
  const top = Math.max(0, found.top - softEdge);
  const width = Math.min(size.width, found.left + found.width + softEdge) - left;
  const height = Math.min(size.height, found.top + found.height + softEdge) - top;
  const { scale } = layout;
  const at = {
    left: layout.left - Math.round((found.left - left) * scale),
    top: layout.top - Math.round((found.top - top) * scale),
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  const part = sharp(whole, { ...strict, ignoreIcc: true }).extract({ left, top, width, height });
  // Colours are multiplied by alpha while they are scaled, so that none come in from what is transparent.
  const scaled = scale === 1 ? part : part.resize(at.width, at.height, { fit: 'fill', kernel: 'lanczos3' });
  await scaled.toFile(path);
  return { ...at, path };
}

/** @param by how large the canvas is drawn, of its size */
async function layBackground(background: Background, canvas: Size, by: number, path: string): Promise<void> {
  const image =
    background.kind === 'picture' ? await backgroundPicture(background, canvas, by) : plainCanvas(background, canvas);
  await image.toColourspace('srgb').ensureAlpha().toFile(path);
}

/** The subject at a small size at its place, and the shadow it throws. */
async function shadowOf(
  subject: ScaledSubject,
  canvas: Size,
  shadow: NonNullable<Composition['shadow']>,
): Promise<Shadow> {
  const by = Math.min(1, shadowSide / Math.max(canvas.width, canvas.height));
  const small = (length: number) => Math.max(1, Math.round(length * by));
  const [width, height] = [small(canvas.width), small(canvas.height)];
  const own = { width: small(subject.width), height: small(subject.height) };
  const pixels = await sharp(subject.path, { ...strict, ignoreIcc: true })
    .resize(own.width, own.height, { fit: 'fill' })
    .raw()
    .toBuffer();
  const alpha = new Uint8Array(width * height);
  const [left, top] = [Math.round(subject.left * by), Math.round(subject.top * by)];
  for (let y = Math.max(0, top); y < Math.min(height, top + own.height); y++) {
    for (let x = Math.max(0, left); x < Math.min(width, left + own.width); x++) {
      alpha[y * width + x] = pixels[((y - top) * own.width + x - left) * 4 + 3] as number;
    }
  }
  return contactShadow(alpha, { width, height }, shadow);
}

async function layAll(
  canvas: string,
  size: Size,
  shadow: Shadow | null,
  subject: ScaledSubject,
  signal: AbortSignal,
): Promise<void> {
  const { width, height } = size;
  const breathe = breather(signal);
  const shades = new Float32Array(width);
  const file = await openUnpacked(canvas, { width, height, channels: 4, depth: 8 }, 'r+');
  try {
    await withPixels(subject.path, subject, async (pixels) => {
      for (let top = 0; top < height; top += stripe) {
        const region = { left: 0, top, width, height: Math.min(stripe, height - top) };
        const rows = await file.read(region);
        for (let y = top; y < top + region.height; y++) {
          const at = y - subject.top;
          const own =
            at < 0 || at >= subject.height
              ? null
              : await pixels.read({ left: 0, top: at, width: subject.width, height: 1 });
          const row = rows.subarray((y - top) * width * 4, (y - top + 1) * width * 4);
          layRow(row, size, y, shadow, own === null ? null : { left: subject.left, pixels: own }, shades);
          await breathe();
        }
        await file.write(region, rows);
      }
    });
  } finally {
    await file.close();
  }
}

function notesOn({ scale, wanted, canvas }: Layout, subject: Region): Sentence[] {
  const notes: Sentence[] = [];
  const percent = (share: number) => Math.round(share * 100);
  if (scale > 1.005) notes.push(say('imaging.compose.enlarged', { percent: percent(scale) }));
  if (wanted !== null) {
    const filled = (by: number) =>
      percent(Math.max((subject.width * by) / canvas.width, (subject.height * by) / canvas.height));
    notes.push(say('imaging.compose.smaller', { fills: filled(scale), asked: filled(wanted) }));
  }
  return notes;
}
