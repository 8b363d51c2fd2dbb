/** State of touching up in the loupe: the result, the brush, and the strokes or strengths. */
import i18next from 'i18next';
import { useRef } from 'react';
import { create } from 'zustand';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import type { Message } from '../../../../contract/messages/message.ts';
import type { VersionView } from '../../../../contract/review/list-queries.ts';
import {
  type FaceStrength,
  maxPoints,
  maxStrokes,
  type Strength,
  type Stroke,
  type TouchUpEdit,
} from '../../../../contract/touch-up/touch-up.ts';
import type { TouchUpSession } from '../../../../contract/touch-up/touch-up-session.ts';
import { request, requestQuietly } from '../../../bridge.ts';
import { notify } from '../../../notifications.tsx';
import { showVersion, useReviewUi } from '../../../state/review/reviewUi.ts';
import { currentKey } from '../../../state/settings/keymap.ts';
import { confirm } from '../../../state/window/confirmDialog.ts';

export interface Brush {
  readonly mode: Stroke['mode'];
  /** px of the photograph; null until a photograph has been opened. */
  readonly radius: number | null;
  readonly softness: number;
  readonly edgeAware: boolean;
}

interface TouchState {
  /** The version that is open or opening. */
  readonly id: number | null;
  readonly phase: 'opening' | 'ready' | 'saving' | 'refused';
  readonly opened: TouchUpSession | null;
  /** Why it cannot be opened or was not saved, in the current language. */
  readonly errorText: (() => string) | null;
  readonly brush: Brush;
  readonly strokes: readonly Stroke[];
  readonly undone: readonly Stroke[];
  readonly strength: Strength;
}

const fullStrength: Strength = { whole: 1, faces: [] };
const closed = { id: null, phase: 'opening', opened: null, errorText: null, strokes: [], undone: [] } as const;

export const useTouch = create<TouchState>(() => ({
  ...closed,
  brush: { mode: 'restore', radius: null, softness: 0.3, edgeAware: true },
  strength: fullStrength,
}));

/** Unsaved edits by version, restored when the version is opened again. */
const drafts = new Map<number, TouchUpEdit>();

/** Edits being saved, and their versions. Saving continues while the loupe shows another photograph. */
const savings = new Map<TouchUpEdit, number>();

/** Ends the current stroke. Saving, closing and leaving call it first, so that the stroke counts. */
let endStroke: (() => void) | null = null;
export function startStroke(end: () => void): void {
  endStroke = end;
}
/** Ends the current stroke as if the button was released. */
export function finishStroke(): void {
  const end = endStroke;
  endStroke = null;
  end?.();
}

const savedTouch = ({ by, touch }: TouchUpSession): TouchUpEdit =>
  touch ?? (by === 'brush' ? { by, strokes: [] } : { by, strength: fullStrength });

/** Returns the edits as they would be saved. */
function currentEdit({ opened, strokes, strength }: TouchState): TouchUpEdit | null {
  if (opened === null) return null;
  return opened.by === 'brush' ? { by: 'brush', strokes: [...strokes] } : { by: 'strength', strength };
}

/** Whether there are unsaved edits. */
export function isChanged(state: TouchState): boolean {
  const now = currentEdit(state);
  return now !== null && JSON.stringify(now) !== JSON.stringify(savedTouch(state.opened as TouchUpSession));
}

/** Returns the number of results with unsaved edits, including the open one. */
export function unsavedTouchUps(): number {
  const state = useTouch.getState();
  const closedCount = [...drafts.keys()].filter((id) => id !== state.id).length;
  return closedCount + (isChanged(state) && state.phase !== 'saving' ? 1 : 0);
}
export const isSavingTouch = (): boolean => savings.size > 0;

/** Opens a version. The loupe keeps showing it when new results arrive. */
export async function openTouch(id: number): Promise<void> {
  showVersion(id);
  useTouch.setState({ ...closed, id });
  const reply = await requestQuietly('touch.open', { id });
  if (useTouch.getState().id !== id) return;
  if (!reply.ok) {
    useTouch.setState({ phase: 'refused', errorText: () => formatMessage(reply.message) });
    return;
  }
  const opened = reply.value;
  const touch = drafts.get(id) ?? savedTouch(opened);
  const { brush } = useTouch.getState();
  const longestSide = Math.max(opened.photograph.width, opened.photograph.height) / opened.scale;
  useTouch.setState({
    phase: 'ready',
    opened,
    brush: { ...brush, radius: brush.radius ?? Math.min(2000, Math.max(4, Math.round(longestSide / 50))) },
    strokes: touch.by === 'brush' ? touch.strokes : [],
    strength: touch.by === 'strength' ? touch.strength : fullStrength,
  });
}

/** Closes the version and keeps unsaved edits for the next time, unless they are discarded. Saving continues. */
export function closeTouch(shouldDiscard = false): void {
  finishStroke();
  const state = useTouch.getState();
  if (state.id === null) return;
  const now = currentEdit(state);
  if (now || shouldDiscard) drafts.delete(state.id);
  if (now && !shouldDiscard && state.phase !== 'saving' && isChanged(state)) drafts.set(state.id, now);
  useTouch.setState(closed);
  void requestQuietly('touch.close');
}

/** Closes the version after confirming that edits are discarded, or cancels saving. */
export function cancelTouch(): void {
  finishStroke();
  const state = useTouch.getState();
  const { id, phase, opened, strokes } = state;
  if (id === null) return;
  if (phase === 'saving') {
    for (const [edit, versionId] of savings) if (versionId === id) savings.delete(edit);
    useTouch.setState({ phase: 'ready' });
    void requestQuietly('touch.callOff', { id });
    return;
  }
  if (!isChanged(state)) {
    closeTouch(true);
    return;
  }
  const { t } = i18next;
  const isBrush = opened?.by === 'brush';
  confirm({
    title: isBrush ? t('touch.brush.discardTitle') : t('touch.strength.discardTitle'),
    text: isBrush
      ? t('touch.brush.discardText', { count: Math.max(1, strokes.length - savedStrokes(opened)) })
      : t('touch.strength.discardText'),
    yes: t('touch.discard'),
    no: t('touch.keep'),
    onYes: () => closeTouch(true),
  });
}

const savedStrokes = ({ touch }: TouchUpSession) => (touch?.by === 'brush' ? touch.strokes.length : 0);

/**
 * Saves the edits as a new version and shows it, unless the loupe shows another photograph by then. Without edits, only closes
 * the version.
 */
export async function saveTouch(): Promise<void> {
  finishStroke();
  const state = useTouch.getState();
  const { id, phase } = state;
  const touch = currentEdit(state);
  if (id === null || phase !== 'ready' || touch === null) return;
  if (!isChanged(state)) return closeTouch(true);
  useTouch.setState({ phase: 'saving', errorText: null });
  savings.set(touch, id);
  const reply = await requestQuietly('touch.save', { id, touch });
  const isWanted = savings.delete(touch);
  const now = useTouch.getState();
  const isAwaited = isWanted && now.id === id && now.phase === 'saving';
  if (reply.ok) {
    if (isAwaited) {
      closeTouch(true);
      showVersion(reply.value.id);
    }
    notify({ tone: 'success', text: () => i18next.t('touch.saved', { name: reply.value.name }) });
  } else if (isAwaited) {
    useTouch.setState({ phase: 'ready', errorText: () => formatMessage(reply.message) });
  } else if (isWanted) {
    keepUnsaved(id, touch, reply.message);
  }
}

/** Reports a failed save after the loupe has left the version, and keeps its edits. */
function keepUnsaved(id: number, touch: TouchUpEdit, reason: Message): void {
  notify({ tone: 'error', text: () => i18next.t('touch.notSaved', { why: formatMessage(reason) }) });
  const now = useTouch.getState();
  if (now.id === id && isChanged(now)) return;
  drafts.set(id, touch);
  if (now.id === id) void openTouch(id);
}

export const setBrush = (change: Partial<Brush>) =>
  useTouch.setState(({ brush }) => ({ brush: { ...brush, ...change } }));

export const minRadius = 0.5;
export const maxRadius = 2000;
/** Makes the brush larger (1) or smaller (-1). */
export function stepRadius(direction: 1 | -1): void {
  const { radius } = useTouch.getState().brush;
  const next = (radius ?? 1) * (direction > 0 ? 1.15 : 1 / 1.15);
  setBrush({ radius: Math.min(maxRadius, Math.max(minRadius, Math.round(next * 10) / 10)) });
}
export function stepSoftness(direction: 1 | -1): void {
  const next = useTouch.getState().brush.softness + direction * 0.1;
  setBrush({ softness: Math.min(1, Math.max(0, Math.round(next * 100) / 100)) });
}

/** Returns false if the version has reached its limit of strokes or points. */
export function addStroke(stroke: Stroke): boolean {
  const { strokes } = useTouch.getState();
  const points = strokes.reduce((sum, each) => sum + each.points.length, stroke.points.length);
  if (strokes.length >= maxStrokes || points > maxPoints) {
    useTouch.setState({ errorText: () => i18next.t('touch.brush.full') });
    return false;
  }
  useTouch.setState({ strokes: [...strokes, stroke], undone: [], errorText: null });
  return true;
}
export function undoStroke(): void {
  const { strokes, undone } = useTouch.getState();
  const last = strokes.at(-1);
  if (last) useTouch.setState({ strokes: strokes.slice(0, -1), undone: [...undone, last], errorText: null });
}
export function redoStroke(): void {
  const { strokes, undone } = useTouch.getState();
  const last = undone.at(-1);
  if (last) useTouch.setState({ strokes: [...strokes, last], undone: undone.slice(0, -1) });
}

const toHundredths = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 100) / 100;
export const setOverallStrength = (share: number) =>
  useTouch.setState(({ strength }) => ({ strength: { ...strength, whole: toHundredths(share) } }));
/** Sets a face's own strength; null: the overall strength. */
export function setFace(face: Omit<FaceStrength, 'strength'>, strength: number | null): void {
  const { strength: now } = useTouch.getState();
  const otherFaces = now.faces.filter((each) => !isSameFace(each, face));
  const faces = strength === null ? otherFaces : [...otherFaces, { ...face, strength: toHundredths(strength) }];
  useTouch.setState({ strength: { ...now, faces } });
}

type Oval = Pick<FaceStrength, 'x' | 'y' | 'width' | 'height'>;
/** Whether the center of one oval is near the other's, because detection varies. */
export function isSameFace(a: Oval, b: Oval): boolean {
  const dx = Math.abs(a.x + a.width / 2 - b.x - b.width / 2) / (b.width / 2);
  const dy = Math.abs(a.y + a.height / 2 - b.y - b.height / 2) / (b.height / 2);
  return dx < 0.5 && dy < 0.5;
}

export async function removeVersion(id: number, name: string): Promise<void> {
  const reply = await request('touch.remove', { id });
  if (!reply.ok) return;
  drafts.delete(id);
  showVersion(null);
  notify({ tone: 'info', text: () => i18next.t('touch.removed', { name, keys: currentKey('app.undo') }) });
}

/**
 * Keeps the loupe at the version being touched up while its photograph is read again.
 * @param found the version that the loupe would show otherwise
 */
export function useTouchedVersion(found: VersionView | null): VersionView | null {
  const touchedId = useTouch((touch) => touch.id);
  const shownId = useReviewUi((ui) => ui.versionId);
  const last = useRef(found);
  const held = last.current;
  const isHeld = touchedId !== null && shownId === touchedId && found?.id !== touchedId && held?.id === touchedId;
  if (!isHeld) last.current = found;
  return isHeld ? held : found;
}
