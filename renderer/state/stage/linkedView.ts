/** Zoom and pan shared by pictures side by side. Pure; lengths in CSS px. */
import { type Size, shiftOf, type View, viewOf } from './stageGeometry.ts';

export interface LinkedView {
  /** 0: fitted; 1: full size, logarithmic in between; above 1: multiple of full size. */
  readonly level: number;
  /** Center, as fractions of the sides. */
  readonly x: number;
  readonly y: number;
}

export interface Pane {
  readonly stage: Size;
  /** Size when fitted. */
  readonly fit: Size;
  /** Zoom at full size, at least 1. */
  readonly full: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const fittedLinkedView: LinkedView = { level: 0, x: 0.5, y: 0.5 };
export const noOffset: Point = { x: 0, y: 0 };
const maxLevel = 8;
/** Keeps the steps of small pictures finite. */
const minFullZoom = 1.5;

/** 1 = fitted. */
export const zoomAt = (level: number, full: number): number => (level >= 1 ? full * level : full ** level);

/** @param offset of this pane alone, as fractions of the sides */
export function viewAt({ level, x, y }: LinkedView, { stage, fit, full }: Pane, offset = noOffset): View {
  const view = { zoom: zoomAt(level, full), x: x + offset.x, y: y + offset.y };
  return viewOf(view.zoom, shiftOf(view, fit, stage), fit, stage);
}

export function levelAfter(level: number, factor: number, full: number): number {
  const span = Math.log(Math.max(full, minFullZoom));
  const nextLevel = (level >= 1 ? 1 + Math.log(level) / span : level) + Math.log(factor) / span;
  return nextLevel > 1 ? Math.min(maxLevel, Math.exp((nextLevel - 1) * span)) : Math.max(0, nextLevel);
}

/** Zooms all around `point` in one pane (px from its corner; null for its center). */
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

/** Pans all with one pane. */
export function panned(linked: LinkedView, dragged: Point, pane: Pane, offset = noOffset): LinkedView {
  const { x, y } = draggedBy(dragged, linked.level, pane);
  return clampToPane({ ...linked, x: linked.x + x, y: linked.y + y }, pane, offset);
}

/** Pans one pane alone. */
export function offsetAfter(linked: LinkedView, dragged: Point, pane: Pane, offset: Point): Point {
  const { x, y } = draggedBy(dragged, linked.level, pane);
  const view = viewAt(linked, pane, { x: offset.x + x, y: offset.y + y });
  return { x: view.x - linked.x, y: view.y - linked.y };
}

function draggedBy({ x, y }: Point, level: number, { fit, full }: Pane): Point {
  const zoom = zoomAt(level, full);
  return fit.width <= 0 ? noOffset : { x: -x / (fit.width * zoom), y: -y / (fit.height * zoom) };
}

/** Limits the view to the picture, so that dragging back takes effect at once. */
function clampToPane(linked: LinkedView, pane: Pane, offset: Point): LinkedView {
  const view = viewAt(linked, pane, offset);
  return { level: linked.level, x: view.x - offset.x, y: view.y - offset.y };
}
