/** Several pictures that are looked at together: one zoom and one point of all of them. Pure; lengths in CSS px. */
import { type Size, shiftOf, type View, viewOf } from './stageGeometry.ts';

export interface LinkedView {
  /** 0: each as a whole; 1: each at full size; between them in even steps for the eye; above 1: so many times full size. */
  readonly level: number;
  /** The point in the middle, in parts of the sides. */
  readonly x: number;
  readonly y: number;
}

/** How one picture lies in its pane. */
export interface Pane {
  readonly stage: Size;
  /** Its size as a whole. */
  readonly fit: Size;
  /** The zoom at which it has its full size, at least 1. */
  readonly full: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const fittedLinkedView: LinkedView = { level: 0, x: 0.5, y: 0.5 };
export const noOffset: Point = { x: 0, y: 0 };
const maxLevel = 8;
/** A picture that is shown at full size as a whole takes as many steps of the wheel to it as one that is so much larger. */
const minFullZoom = 1.5;

/** The zoom (1 = as a whole) of a picture with this `full`. */
export const zoomAt = (level: number, full: number): number => (level >= 1 ? full * level : full ** level);

/** What a pane shows; never beyond the picture's edges. @param offset how far it was moved by itself, in parts of the sides */
export function viewAt({ level, x, y }: LinkedView, { stage, fit, full }: Pane, offset = noOffset): View {
  const view = { zoom: zoomAt(level, full), x: x + offset.x, y: y + offset.y };
  return viewOf(view.zoom, shiftOf(view, fit, stage), fit, stage);
}

/** The level when one pane is zoomed by `factor`. */
export function levelAfter(level: number, factor: number, full: number): number {
  const span = Math.log(Math.max(full, minFullZoom));
  const nextLevel = (level >= 1 ? 1 + Math.log(level) / span : level) + Math.log(factor) / span;
  return nextLevel > 1 ? Math.min(maxLevel, Math.exp((nextLevel - 1) * span)) : Math.max(0, nextLevel);
}

/** All at another level, with the point under the pointer (px from the pane's corner; null = its middle) where it was. */
export function zoomedTo(
  linked: LinkedView,
  level: number,
  point: Point | null,
  pane: Pane,
  offset = noOffset,
): LinkedView {
  const { stage, fit, full } = pane;
  if (level <= 0 || fit.width <= 0) return fittedLinkedView;
  const before = viewAt(linked, pane, offset);
  const zoom = zoomAt(level, full);
  const along = (center: number, length: number, space: number, pointer: number | undefined) => {
    const fromCenter = (pointer ?? space / 2) - space / 2;
    return center + fromCenter / (length * before.zoom) - fromCenter / (length * zoom);
  };
  const x = along(before.x, fit.width, stage.width, point?.x) - offset.x;
  const y = along(before.y, fit.height, stage.height, point?.y) - offset.y;
  return clampToPane({ level, x, y }, pane, offset);
}

/** All moved with a pane that was dragged so far (px). */
export function panned(linked: LinkedView, dragged: Point, pane: Pane, offset = noOffset): LinkedView {
  const { x, y } = draggedBy(dragged, linked.level, pane);
  return clampToPane({ ...linked, x: linked.x + x, y: linked.y + y }, pane, offset);
}

/** The offset of a pane that alone was dragged so far (px). */
export function offsetAfter(linked: LinkedView, dragged: Point, pane: Pane, offset: Point): Point {
  const { x, y } = draggedBy(dragged, linked.level, pane);
  const view = viewAt(linked, pane, { x: offset.x + x, y: offset.y + y });
  return { x: view.x - linked.x, y: view.y - linked.y };
}

function draggedBy({ x, y }: Point, level: number, { fit, full }: Pane): Point {
  const zoom = zoomAt(level, full);
  return fit.width <= 0 ? noOffset : { x: -x / (fit.width * zoom), y: -y / (fit.height * zoom) };
}

/** Held to what the pane that leads can show, so that a drag back answers at once. */
function clampToPane(linked: LinkedView, pane: Pane, offset: Point): LinkedView {
  const view = viewAt(linked, pane, offset);
  return { level: linked.level, x: view.x - offset.x, y: view.y - offset.y };
}
