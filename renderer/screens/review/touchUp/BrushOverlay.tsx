/** What takes the pointer while a cutout is brushed: over the picture, beyond its rim too, and moved and zoomed with it. */
import { type RefObject, useEffect, useRef } from 'react';
import type { Stroke } from '../../../../contract/touch-up/touch-up.ts';
import type { Painter } from './painter.ts';
import classes from './Touch.module.css';
import { addStroke, finishStroke, startStroke, useTouch } from './touchUp.ts';
import type { Held } from './useHeldKeys.ts';

interface BrushCoverProps {
  readonly painter: RefObject<Painter | null>;
  /** px of the photograph across the stage's picture. */
  readonly width: number;
  readonly held: Held;
  /** The ring that shows the brush, in the place of the pointer; its size is `--ring` and its place `--x`, `--y`. */
  readonly ring: RefObject<HTMLElement | null>;
  /** Called when the picture has been moved or zoomed. */
  readonly onMoved: RefObject<Set<() => void>>;
}

const round = (px: number) => Math.round(px * 10) / 10;

export function BrushOverlay({ painter, width, held, ring, onMoved }: BrushCoverProps) {
  const cover = useRef<HTMLDivElement>(null);
  const now = useRef(held);
  now.current = held;
  const radius = useTouch(({ brush }) => brush.radius) ?? 1;

  useEffect(() => {
    const element = cover.current;
    if (!element) return;
    let pointer: number | null = null;
    let last = { x: 0, y: 0 };

    const picture = () => element.parentElement?.getBoundingClientRect() ?? new DOMRect();
    const placeOf = ({ clientX, clientY }: PointerEvent, on = picture()): Stroke['points'][number] => {
      const { left, top, width: across } = on;
      const scale = width / Math.max(1, across);
      return [round((clientX - left) * scale), round((clientY - top) * scale)];
    };
    let ringFrame = 0;
    const drawRing = () => {
      ringFrame = 0;
      const style = ring.current?.style;
      const area = ring.current?.parentElement?.getBoundingClientRect();
      if (!style || !area) return;
      const { radius: own } = useTouch.getState().brush;
      const across = picture().width;
      style.setProperty('--ring', `${(2 * (own ?? 1) * across) / width}px`);
      style.setProperty('--x', `${last.x - area.left}px`);
      style.setProperty('--y', `${last.y - area.top}px`);
    };

    // Once a frame: the size of the picture is asked for before it, and not again after each style that is set.
    const drawSoon = () => {
      ringFrame ||= requestAnimationFrame(drawRing);
    };

    const onDown = (event: PointerEvent) => {
      const { phase, brush } = useTouch.getState();
      if (now.current.space || event.button !== 0) return;
      event.stopPropagation();
      event.preventDefault();
      if (phase !== 'ready' || pointer !== null || brush.radius === null) return;
      if (document.activeElement instanceof HTMLElement && document.activeElement.tagName !== 'SECTION')
        document.activeElement.blur();
      element.setPointerCapture(event.pointerId);
      pointer = event.pointerId;
      const otherMode = brush.mode === 'restore' ? 'erase' : 'restore';
      const { softness, edgeAware } = brush;
      const mode = event.altKey ? otherMode : brush.mode;
      const own = painter.current;
      own?.start({ mode, radius: brush.radius, softness, edgeAware }, placeOf(event));
      startStroke(() => {
        pointer = null;
        // The question that may come now is for the pointer, too.
        if (element.hasPointerCapture(event.pointerId)) element.releasePointerCapture(event.pointerId);
        const stroke = own?.end();
        if (stroke && !addStroke(stroke)) own?.drop();
      });
    };
    const onMove = (event: PointerEvent) => {
      last = { x: event.clientX, y: event.clientY };
      drawSoon();
      ring.current?.removeAttribute('data-away');
      if (pointer !== event.pointerId) return;
      event.stopPropagation();
      // Between two frames the pointer was at more places than one.
      const places = event.getCoalescedEvents();
      const on = picture();
      for (const place of places.length > 0 ? places : [event]) painter.current?.moveTo(placeOf(place, on));
    };
    const onUp = (event: PointerEvent) => {
      if (pointer !== event.pointerId) return;
      event.stopPropagation();
      finishStroke();
    };
    const onLeave = () => ring.current?.setAttribute('data-away', '');
    const listeners = onMoved.current;
    listeners.add(drawSoon);
    const stopped = (event: Event) => {
      if (!now.current.space) event.stopPropagation();
    };
    const events = [
      ['pointerdown', onDown],
      ['pointermove', onMove],
      ['pointerup', onUp],
      ['pointercancel', onUp],
      ['pointerleave', onLeave],
      ['mousedown', stopped],
      ['touchstart', stopped],
    ] as const;
    for (const [name, listener] of events) element.addEventListener(name, listener as EventListener);
    const unsubscribe = useTouch.subscribe(drawSoon);
    return () => {
      finishStroke();
      cancelAnimationFrame(ringFrame);
      for (const [name, listener] of events) element.removeEventListener(name, listener as EventListener);
      unsubscribe();
      listeners.delete(drawSoon);
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
