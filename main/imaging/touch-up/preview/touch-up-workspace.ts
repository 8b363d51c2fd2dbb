/** A result and its photograph in memory at preview size. */
import { basename } from 'node:path';
import type { Sharp } from 'sharp';
import type { Area } from '../../../../contract/touch-up/stroke-mask.ts';
import type { Strength, Stroke } from '../../../../contract/touch-up/touch-up.ts';
import { openImage, openUpright } from '../../decode/open-image.ts';
import type { ImageFacts } from '../../read/inspect-image.ts';
import type { Region, Size } from '../../size.ts';
import { paintStrokes } from '../apply-brush.ts';
import { assertCoversPhoto, blendPictures } from '../apply-strength.ts';
import { type Canvas, type Original, originalInMemory } from '../canvas.ts';
import { inspectPair, type TouchRequest } from '../unpacked-pair.ts';
import { createStrokeList, type StrokeList } from './stroke-list.ts';
import { changedArea, copyOnWrite, readTiledPixels, type TiledPicture, toTiles } from './tiled-image.ts';

const maxPreviewSidePx = 2048;

/** RGBA in sRGB, read-only. */
export interface TouchUpPreview extends Size {
  readonly pixels: Uint8Array;
}

export type PreviewPart = TouchUpPreview & Area;

export interface StrokeChange {
  /** Rises with each change; `brush` before the first one is 0. */
  readonly number: number;
  /** Count of strokes to keep before `added`. */
  readonly keep: number;
  readonly added: readonly Stroke[];
  /** Number of the displayed picture; the response is a patch for it. */
  readonly seen: number;
}

type WorkspaceRequest = Omit<TouchRequest, 'to' | 'signal'>;

/**
 * Memory: 50 MB, and 100 MB more for a cutout with very many strokes.
 * @throws ImagingError BAD_SOURCE, BAD_RESULT or CANNOT_TOUCH_UP
 */
export async function openTouchUpWorkspace(request: WorkspaceRequest): Promise<TouchUpWorkspace> {
  const { source, facts, place } = await inspectPair(request);
  const scale = Math.min(1, maxPreviewSidePx / Math.max(place.width, place.height));
  const size = {
    width: Math.max(1, Math.round(place.width * scale)),
    height: Math.max(1, Math.round(place.height * scale)),
  };
  const channels = facts.alpha ? 4 : facts.colours === 'grey' ? 1 : 3;
  const bare = toTiles(await resultPixels(facts, size, channels), size, channels);
  const pixels = await photographPixels(source, place, size);
  return new TouchUpWorkspace(request, { scale, place, bare, photograph: pixels, channels: source.alpha ? 4 : 3 });
}

const maxShownPictures = 3;

export class TouchUpWorkspace implements Size {
  readonly width: number;
  readonly height: number;
  /** px of the preview per px of the photograph. */
  readonly scale: number;
  /** Position in the photograph, px. */
  readonly left: number;
  readonly top: number;
  /** Background of the result. */
  readonly ground: 'clear' | 'white' | 'mask';
  /** The photograph behind the result, unchanged. */
  readonly photograph: TouchUpPreview;
  readonly #request: WorkspaceRequest;
  readonly #bare: TiledPicture;
  readonly #original: Original;
  readonly #strokes: StrokeList;
  /** Keys are numbers of changes. */
  readonly #shown = new Map<number, TiledPicture>();
  #newest = 0;

  /** @param pictures `bare` is the result without strokes; `channels` are those of the photograph */
  constructor(
    request: WorkspaceRequest,
    pictures: {
      readonly scale: number;
      readonly place: Region;
      readonly bare: TiledPicture;
      readonly photograph: Uint8Array;
      readonly channels: 3 | 4;
    },
  ) {
    const { scale, place, bare, photograph, channels } = pictures;
    const { width, height } = bare;
    this.width = width;
    this.height = height;
    this.scale = scale;
    this.left = place.left;
    this.top = place.top;
    this.ground = bare.channels === 4 ? 'clear' : bare.channels === 3 ? 'white' : 'mask';
    this.photograph = { width, height, pixels: toRgba(photograph, channels) };
    this.#request = request;
    this.#bare = bare;
    this.#original = originalInMemory(photograph, bare, channels);
    const like =
      bare.channels === 1 ? null : toTiles(toChannels(photograph, channels, bare.channels), bare, bare.channels);
    this.#strokes = createStrokeList(bare, like, (stroke, canvas, signal) => this.#paint(stroke, canvas, signal));
  }

  /** Paints only strokes that an earlier call lacked. */
  async brush(strokes: readonly Stroke[], signal: AbortSignal): Promise<TouchUpPreview> {
    const shared = this.#strokes.countShared(strokes);
    this.#strokes.change(shared, strokes.slice(shared));
    const picture = await this.#strokes.picture(signal);
    this.#shown.set(this.#newest, picture);
    return this.#readAll(picture);
  }

  /** Returns the patch, or null if a newer change arrived. The change applies even if aborted. */
  async change({ number, keep, added, seen }: StrokeChange, signal: AbortSignal): Promise<PreviewPart | null> {
    this.#newest = number;
    this.#strokes.change(keep, added);
    const picture = await this.#strokes.picture(signal);
    if (number !== this.#newest) return null;
    const shown = this.#shown;
    // The window never returns to an earlier picture.
    for (const each of shown.keys()) if (each < seen) shown.delete(each);
    const before = shown.get(seen);
    shown.set(number, picture);
    for (const each of shown.keys()) if (shown.size > maxShownPictures && each !== seen) shown.delete(each);
    const area = before === undefined ? this.#bounds : changedArea(before, picture);
    if (area === null) return { left: 0, top: 0, width: 0, height: 0, pixels: new Uint8Array() };
    return this.#readPart(picture, area);
  }

  /** @throws ImagingError CANNOT_TOUCH_UP for a part of the photograph */
  async blend(strength: Strength, signal: AbortSignal): Promise<TouchUpPreview> {
    assertCoversPhoto(this.#request);
    const { canvas, finish } = copyOnWrite(this.#bare);
    await blendPictures(canvas, this.#original, strength, this.scale, basename(this.#request.result), signal);
    return this.#readAll(finish());
  }

  get #bounds(): Area {
    return { left: 0, top: 0, width: this.width, height: this.height };
  }

  #paint(stroke: Stroke, canvas: Canvas, signal: AbortSignal): Promise<void> {
    // The original begins at the result's corner.
    const moved: Stroke = { ...stroke, points: stroke.points.map(([x, y]) => [x - this.left, y - this.top]) };
    return paintStrokes([moved], {
      canvas,
      original: this.#original,
      place: this.#bounds,
      scale: this.scale,
      signal,
    });
  }

  #readAll(picture: TiledPicture): TouchUpPreview {
    const { width, height } = this;
    return { width, height, pixels: this.#readPart(picture, this.#bounds).pixels };
  }

  #readPart(picture: TiledPicture, area: Area): PreviewPart {
    return { ...area, pixels: toRgba(readTiledPixels(picture, area), picture.channels) };
  }
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

function toChannels(pixels: Uint8Array, from: 3 | 4, to: 3 | 4): Uint8Array {
  if (from === to) return pixels;
  const count = pixels.length / from;
  const out = new Uint8Array(count * to).fill(255);
  for (let pixel = 0; pixel < count; pixel++)
    for (let c = 0; c < 3; c++) out[pixel * to + c] = pixels[pixel * from + c]!;
  return out;
}

function toRgba(pixels: Uint8Array, channels: 1 | 3 | 4): Uint8Array {
  if (channels === 4) return pixels;
  const rgba = new Uint8Array((pixels.length / channels) * 4).fill(255);
  for (let from = 0, to = 0; from < pixels.length; from += channels, to += 4) {
    for (let c = 0; c < 3; c++) rgba[to + c] = pixels[from + (channels === 1 ? 0 : c)]!;
  }
  return rgba;
}
