/** Receives the pointer for the brush, over the picture and beyond its edges, at every zoom and position. */
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { Stroke } from '../../../../contract/touch-up/touch-up.ts';
import type { Painter } from './painter.ts';
import classes from './Touch.module.css';
import { addStroke, finishStroke, startStroke, useTouch } from './touchUp.ts';
import type { HeldKeys } from './useHeldKeys.ts';

interface BrushContext {
  readonly painter: RefObject<Painter | null>;
  /** Width of the photograph, px. */
  readonly width: number;
  /** The ring that replaces the pointer, with its size in `--ring` and its position in `--x` and `--y`. */
  readonly ring: RefObject<HTMLElement | null>;
}

interface BrushOverlayProps extends BrushContext {
  readonly held: HeldKeys;
  /** Listeners for zoom and position of the picture. */
  readonly onMoved: RefObject<Set<() => void>>;
}

export function BrushOverlay({ painter, width, held, ring, onMoved }: BrushOverlayProps) {
  const cover = useRef<HTMLDivElement>(null);
  const isPanning = useEffectEvent(() => held.space);
  const radius = useTouch(({ brush }) => brush.radius) ?? 1;

  useEffect(() => {
    if (!cover.current) return;
    const context = { painter, width, ring };
    const brushRing = createRing(cover.current, context);
    const stopStrokes = listenForStrokes(cover.current, context, brushRing, () => isPanning());
    const listeners = onMoved.current;
    listeners.add(brushRing.drawSoon);
    const unsubscribe = useTouch.subscribe(brushRing.drawSoon);
    return () => {
      stopStrokes();
      brushRing.stop();
      unsubscribe();
      listeners.delete(brushRing.drawSoon);
    };
  }, [painter, ring, width, onMoved]);

  return (
    <div
      ref={cover}
      className={classes.cover}
      data-pans={held.space || undefined}
      data-radius={radius}
      data-testid="touch-cover"
    />
  );
}

/** Moves the ring to the pointer, at most once per frame because it reads the layout. */
function createRing(cover: HTMLElement, { ring, width }: BrushContext) {
  let pointer = { x: 0, y: 0 };
  let frame = 0;
  const draw = () => {
    frame = 0;
    const style = ring.current?.style;
    const area = ring.current?.parentElement?.getBoundingClientRect();
    if (!style || !area) return;
    const radius = useTouch.getState().brush.radius ?? 1;
    style.setProperty('--ring', `${(2 * radius * pictureBounds(cover).width) / width}px`);
    style.setProperty('--x', `${pointer.x - area.left}px`);
    style.setProperty('--y', `${pointer.y - area.top}px`);
  };
  const drawSoon = () => {
    frame ||= requestAnimationFrame(draw);
  };
  return {
    drawSoon,
    moveTo({ clientX, clientY }: PointerEvent) {
      pointer = { x: clientX, y: clientY };
      drawSoon();
      ring.current?.removeAttribute('data-away');
    },
    hide: () => ring.current?.setAttribute('data-away', ''),
    stop: () => cancelAnimationFrame(frame),
  };
}

const pictureBounds = (cover: HTMLElement) => cover.parentElement?.getBoundingClientRect() ?? new DOMRect();
const round = (px: number) => Math.round(px * 10) / 10;

/** Returns the position of the pointer in px of the photograph. */
function photographPoint(
  { clientX, clientY }: PointerEvent,
  picture: DOMRect,
  width: number,
): Stroke['points'][number] {
  const scale = width / Math.max(1, picture.width);
  return [round((clientX - picture.left) * scale), round((clientY - picture.top) * scale)];
}

/** Paints strokes with the pointer, unless Space pans the picture. */
function listenForStrokes(
  cover: HTMLElement,
  { painter, width }: BrushContext,
  ring: ReturnType<typeof createRing>,
  isPanning: () => boolean,
): () => void {
  /** Id of the pointer that paints. */
  let pointer: number | null = null;
  const onDown = (event: PointerEvent) => {
    const { phase, brush } = useTouch.getState();
    if (isPanning() || event.button !== 0) return;
    event.stopPropagation();
    event.preventDefault();
    if (phase !== 'ready' || pointer !== null || brush.radius === null) return;
    if (document.activeElement instanceof HTMLElement && document.activeElement.tagName !== 'SECTION')
      document.activeElement.blur();
    cover.setPointerCapture(event.pointerId);
    pointer = event.pointerId;
    const otherMode = brush.mode === 'restore' ? 'erase' : 'restore';
    const { softness, edgeAware } = brush;
    const mode = event.altKey ? otherMode : brush.mode;
    const strokePainter = painter.current;
    const start = photographPoint(event, pictureBounds(cover), width);
    strokePainter?.start({ mode, radius: brush.radius, softness, edgeAware }, start);
    startStroke(() => {
      pointer = null;
      // A confirmation that may open now needs the pointer.
      if (cover.hasPointerCapture(event.pointerId)) cover.releasePointerCapture(event.pointerId);
      const stroke = strokePainter?.end();
      if (stroke && !addStroke(stroke)) strokePainter?.drop();
    });
  };
  const onMove = (event: PointerEvent) => {
    ring.moveTo(event);
    if (pointer !== event.pointerId) return;
    event.stopPropagation();
    // One event may contain several positions since the last frame.
    const moves = event.getCoalescedEvents();
    const picture = pictureBounds(cover);
    for (const move of moves.length > 0 ? moves : [event])
      painter.current?.moveTo(photographPoint(move, picture, width));
  };
  const onUp = (event: PointerEvent) => {
    if (pointer !== event.pointerId) return;
    event.stopPropagation();
    finishStroke();
  };
  const blockPanning = (event: Event) => {
    if (!isPanning()) event.stopPropagation();
  };
  const events = [
    ['pointerdown', onDown],
    ['pointermove', onMove],
    ['pointerup', onUp],
    ['pointercancel', onUp],
    ['pointerleave', ring.hide],
    ['mousedown', blockPanning],
    ['touchstart', blockPanning],
  ] as const;
  for (const [name, listener] of events) cover.addEventListener(name, listener as EventListener);
  return () => {
    finishStroke();
    for (const [name, listener] of events) cover.removeEventListener(name, listener as EventListener);
  };
}
