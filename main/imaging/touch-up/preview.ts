/** A photograph and its result small, in memory, to show at once what touching up makes of them. */
import { basename } from 'node:path';
import type { Sharp } from 'sharp';
import type { Area } from '../../../contract/touch-up/stroke-mask.ts';
import type { Strength, Stroke } from '../../../contract/touch-up/touch-up.ts';
import { openImage, openUpright } from '../decode/open-image.ts';
import type { ImageFacts } from '../read/inspect-image.ts';
import type { Region, Size } from '../size.ts';
import { assertCoversPhoto, blendPictures } from './apply-strength.ts';
import { paintStrokes } from './painter.ts';
import { originalInMemory } from './source-photo.ts';
import { createStrokeList } from './stroke-list.ts';
import { changedArea, copyOnWrite, readTiledPixels, type TiledPicture, toTiles } from './tiled-image.ts';
import { inspectPair, type TouchRequest } from './unpacked-pair.ts';

/** Longest side of a preview, px. */
const maxPreviewSidePx = 2048;

/** RGBA in sRGB, row after row, of what the result shows of the photograph. The pixels are the table’s own: to be read only. */
export interface TouchUpPreview extends Size {
  readonly pixels: Uint8Array;
}

/** A part of a preview. */
export type PreviewPart = TouchUpPreview & Area;

export interface StrokeChange {
  /** Rising from change to change; `brush` before the first one is 0. */
  readonly number: number;
  /** How many of the strokes stay, from the first on, and those that come after them. */
  readonly keep: number;
  readonly added: readonly Stroke[];
  /** The number of the picture that is seen: what is answered is laid over it. */
  readonly seen: number;
}

/** How many pictures are held to tell what has changed since. */
const maxShownPictures = 3;

export interface TouchUpWorkspace extends Size {
  /** px of the preview per px of the photograph. */
  readonly scale: number;
  /** Where its upper left corner lies in the photograph, px. */
  readonly left: number;
  readonly top: number;
  /** What is where the result has nothing: transparency, white, or black in a mask. */
  readonly ground: 'clear' | 'white' | 'mask';
  /** What the result shows of the photograph, as it was before. */
  readonly photograph: TouchUpPreview;
  /** The result with these strokes; of those that an earlier call had too, only the new ones are painted. */
  brush(strokes: readonly Stroke[], signal: AbortSignal): Promise<TouchUpPreview>;
  /** What other strokes change; null where there are others again. It counts at once, also where its picture is not wanted. */
  change(change: StrokeChange, signal: AbortSignal): Promise<PreviewPart | null>;
  /** The result at this strength. @throws ImagingError CANNOT_TOUCH_UP for what does not cover the photograph */
  blend(strength: Strength, signal: AbortSignal): Promise<TouchUpPreview>;
}

/**
 * Decodes both once. About 50 MB are held for as long as the table is, and 100 MB more of a cutout with very many strokes.
 * @throws ImagingError BAD_SOURCE, BAD_RESULT or CANNOT_TOUCH_UP with a sentence
 */
export async function openTouchUpWorkspace(request: Omit<TouchRequest, 'to' | 'signal'>): Promise<TouchUpWorkspace> {
  const { source, facts, place } = await inspectPair(request);
  const scale = Math.min(1, maxPreviewSidePx / Math.max(place.width, place.height));
  const size = {
    width: Math.max(1, Math.round(place.width * scale)),
    height: Math.max(1, Math.round(place.height * scale)),
  };
  const channels = facts.alpha ? 4 : facts.colours === 'grey' ? 1 : 3;
  const bare = await resultPixels(facts, size, channels);
  const photograph = await photographPixels(source, place, size);
  const original = originalInMemory(photograph, size, source.alpha ? 4 : 3);
  const fullArea = { left: 0, top: 0, ...size };
  // The table's original begins where the result lies.
  const moved = (stroke: Stroke): Stroke => ({
    ...stroke,
    points: stroke.points.map(([x, y]) => [x - place.left, y - place.top]),
  });
  const like = channels === 1 ? null : toTiles(inChannels(photograph, source.alpha ? 4 : 3, channels), size, channels);
  const list = createStrokeList(toTiles(bare, size, channels), like, (stroke, canvas, aborted) =>
    paintStrokes([moved(stroke)], { canvas, original, place: fullArea, scale, signal: aborted }),
  );
  const rgbaOf = (picture: TiledPicture, area: Area) => asRgba(readTiledPixels(picture, area), channels);
  /** What was shown, by the number of the change that led there. */
  const shown = new Map<number, TiledPicture>();
  let newest = 0;
  return {
    ...size,
    scale,
    left: place.left,
    top: place.top,
    ground: channels === 4 ? 'clear' : channels === 3 ? 'white' : 'mask',
    photograph: { ...size, pixels: asRgba(photograph, source.alpha ? 4 : 3) },
    async brush(strokes, signal) {
      const shared = list.shared(strokes);
      list.change(shared, strokes.slice(shared));
      const picture = await list.picture(signal);
      shown.set(newest, picture);
      return { ...size, pixels: rgbaOf(picture, fullArea) };
    },
    async change({ number, keep, added, seen }, signal) {
      newest = number;
      list.change(keep, added);
      const picture = await list.picture(signal);
      if (number !== newest) return null;
      // Nobody will ask for what is new since an earlier one.
      for (const each of shown.keys()) if (each < seen) shown.delete(each);
      const before = shown.get(seen);
      shown.set(number, picture);
      for (const each of shown.keys()) if (shown.size > maxShownPictures && each !== seen) shown.delete(each);
      const area = before === undefined ? fullArea : changedArea(before, picture);
      if (area === null) return { left: 0, top: 0, width: 0, height: 0, pixels: new Uint8Array() };
      return { ...area, pixels: rgbaOf(picture, area) };
    },
    async blend(strength, signal) {
      assertCoversPhoto(request);
      const { canvas, done } = copyOnWrite(toTiles(bare, size, channels));
      await blendPictures(canvas, original, strength, scale, basename(request.result), signal);
      return { ...size, pixels: rgbaOf(done(), fullArea) };
    },
  };
}

async function resultPixels(facts: ImageFacts, size: Size, channels: 1 | 3 | 4): Promise<Uint8Array> {
  if (channels === 1) {
    const mask = (await openImage(facts.path, facts.format)).autoOrient().toColourspace('b-w');
    return fitted(mask.removeAlpha(), size);
  }
  const upright = await openUpright(facts);
  return fitted(channels === 4 ? upright.ensureAlpha() : upright.removeAlpha(), size);
}

async function photographPixels(facts: ImageFacts, place: Region, size: Size): Promise<Uint8Array> {
  const upright = await openUpright(facts);
  const part = place.width === facts.width && place.height === facts.height ? upright : upright.extract(place);
  return fitted(facts.alpha ? part.ensureAlpha() : part.removeAlpha(), size);
}

function fitted(image: Sharp, { width, height }: Size): Promise<Uint8Array> {
  return image.resize(width, height, { fit: 'fill' }).raw().toBuffer();
}

/** The colours of a photograph beside as much alpha as a result has. */
function inChannels(pixels: Uint8Array, from: 3 | 4, to: 3 | 4): Uint8Array {
  if (from === to) return pixels;
  const count = pixels.length / from;
  const out = new Uint8Array(count * to).fill(255);
  for (let pixel = 0; pixel < count; pixel++)
    for (let c = 0; c < 3; c++) out[pixel * to + c] = pixels[pixel * from + c]!;
  return out;
}

function asRgba(pixels: Uint8Array, channels: 1 | 3 | 4): Uint8Array {
  if (channels === 4) return pixels;
  const rgba = new Uint8Array((pixels.length / channels) * 4).fill(255);
  for (let from = 0, to = 0; from < pixels.length; from += channels, to += 4) {
    for (let c = 0; c < 3; c++) rgba[to + c] = pixels[from + (channels === 1 ? 0 : c)]!;
  }
  return rgba;
}
