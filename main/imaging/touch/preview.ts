/** A photograph and its result small, in memory, to show at once what touching up makes of them. */
import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Sharp } from 'sharp';
import type { Strength, Stroke } from '../../../preload/contract/touch.ts';
import type { ImageFacts } from '../read/inspect.ts';
import { openImage, openUpright } from '../read/open.ts';
import type { Region, Size } from '../size.ts';
import { staying, strokesBetween } from './checkpoints.ts';
import { cropped, placed } from './memory.ts';
import { originalInMemory } from './original.ts';
import { type Canvas, paintStrokes } from './painter.ts';
import { inspectPair, type TouchRequest } from './pictures.ts';
import { blendPictures, requireWhole } from './strength.ts';

/** Longest side of a preview, px. */
const longestSide = 2048;

/** RGBA in sRGB, row after row, of what the result shows of the photograph. The pixels are the desk’s own: to be read only. */
export interface TouchPreview extends Size {
  readonly pixels: Uint8Array;
}

export interface TouchDesk extends Size {
  /** px of the preview per px of the photograph. */
  readonly scale: number;
  /** Where its upper left corner lies in the photograph, px. */
  readonly left: number;
  readonly top: number;
  /** What is where the result has nothing: transparency, white, or black in a mask. */
  readonly ground: 'clear' | 'white' | 'mask';
  /** What the result shows of the photograph, as it was before. */
  readonly photograph: TouchPreview;
  /** The result with these strokes; of those that an earlier call had too, only the new ones are painted. */
  brush(strokes: readonly Stroke[], signal: AbortSignal): Promise<TouchPreview>;
  /** The result at this strength. @throws ImagingError CANNOT_TOUCH_UP for what does not cover the photograph */
  blend(strength: Strength, signal: AbortSignal): Promise<TouchPreview>;
}

/** The result with the first strokes of those that are known. */
interface Painted {
  readonly count: number;
  readonly pixels: Uint8Array;
}

/**
 * Decodes both once. About 50 MB are held for as long as the desk is, and 100 MB more of a cutout with very many strokes.
 * @throws ImagingError BAD_SOURCE, BAD_RESULT or CANNOT_TOUCH_UP with a sentence
 */
export async function openTouchDesk(request: Omit<TouchRequest, 'to' | 'signal'>): Promise<TouchDesk> {
  const { source, facts, place } = await inspectPair(request);
  const scale = Math.min(1, longestSide / Math.max(place.width, place.height));
  const size = {
    width: Math.max(1, Math.round(place.width * scale)),
    height: Math.max(1, Math.round(place.height * scale)),
  };
  const channels = facts.alpha ? 4 : facts.colours === 'grey' ? 1 : 3;
  const bare = await resultPixels(facts, size, channels);
  const photograph = await photographPixels(source, place, size);
  const original = originalInMemory(photograph, size, source.alpha ? 4 : 3);
  const whole = { left: 0, top: 0, ...size };
  // The desk's original begins where the result lies.
  const moved = (stroke: Stroke): Stroke => ({
    ...stroke,
    points: stroke.points.map(([x, y]) => [x - place.left, y - place.top]),
  });
  /** In the order of their counts; all of `known`. */
  let kept: readonly Painted[] = [];
  let known: readonly Stroke[] = [];
  return {
    ...size,
    scale,
    left: place.left,
    top: place.top,
    ground: channels === 4 ? 'clear' : channels === 3 ? 'white' : 'mask',
    photograph: { ...size, pixels: asRgba(photograph, source.alpha ? 4 : 3) },
    async brush(strokes, signal) {
      const same = strokes.findIndex((stroke, at) => !isDeepStrictEqual(stroke, known[at]));
      const shared = same < 0 ? Math.min(strokes.length, known.length) : same;
      // What was kept of more strokes than are known to be the same is of others; after an undo it may be asked for again.
      if (shared < strokes.length) {
        kept = kept.filter(({ count }) => count <= shared);
        known = structuredClone(strokes);
      }
      const mine = known;
      const before = kept.findLast(({ count }) => count <= strokes.length);
      let pixels = before?.pixels ?? bare;
      for (let from = before?.count ?? 0; from < strokes.length; from += strokesBetween) {
        const count = Math.min(from + strokesBetween, strokes.length);
        pixels = new Uint8Array(pixels);
        const added = strokes.slice(from, count).map(moved);
        await paintStrokes(added, { canvas: canvasOf(pixels, size, channels), original, place: whole, scale, signal });
        // Meanwhile it may have been asked for others.
        if (known !== mine) continue;
        const others = kept.filter((each) => each.count !== count);
        kept = [...others, { count, pixels }].sort((a, b) => a.count - b.count);
        const stays = staying(
          kept.map((each) => each.count),
          strokes.length,
        );
        kept = kept.filter((each) => stays.includes(each.count));
      }
      return { ...size, pixels: asRgba(pixels, channels) };
    },
    async blend(strength, signal) {
      requireWhole(request);
      const pixels = new Uint8Array(bare);
      const canvas = canvasOf(pixels, size, channels);
      await blendPictures(canvas, original, strength, scale, basename(request.result), signal);
      return { ...size, pixels: asRgba(pixels, channels) };
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

function canvasOf(pixels: Uint8Array, size: Size, channels: 1 | 3 | 4): Canvas {
  return {
    ...size,
    channels,
    depth: 8,
    read: async (region) => cropped(pixels, size.width, channels, region),
    write: async (region, samples) => placed(pixels, size.width, channels, region, samples as Uint8Array),
  };
}

function asRgba(pixels: Uint8Array, channels: 1 | 3 | 4): Uint8Array {
  if (channels === 4) return pixels;
  const rgba = new Uint8Array((pixels.length / channels) * 4).fill(255);
  for (let at = 0, to = 0; at < pixels.length; at += channels, to += 4) {
    for (let c = 0; c < 3; c++) rgba[to + c] = pixels[at + (channels === 1 ? 0 : c)]!;
  }
  return rgba;
}
