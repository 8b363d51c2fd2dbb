/** What is being touched up in the loupe: which result, with which brush, and the strokes or strengths so far. */
import i18next from 'i18next';
import { create } from 'zustand';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import type { Message } from '../../../../contract/messages/message.ts';
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
import { showVersion } from '../../../state/review/reviewUi.ts';
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
  /** The version that is open, or being opened. */
  readonly id: number | null;
  readonly phase: 'opening' | 'ready' | 'saving' | 'refused';
  readonly opened: TouchUpSession | null;
  /** Why it cannot be opened, or was not saved; put into words whenever it is drawn. */
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

/** What was not saved when the loupe went on to another photograph: it is there again when that one is opened. */
const drafts = new Map<number, TouchUpEdit>();

/** What is being saved, and the version it was made from; it goes on when the loupe shows something else. */
const savings = new Map<TouchUpEdit, number>();

/** The stroke that is being made right now: whoever saves, closes or leaves ends it first, so that it counts. */
let endStroke: (() => void) | null = null;
export function startStroke(end: () => void): void {
  endStroke = end;
}
/** Ends the stroke that is being made, as letting go of the button does. */
export function finishStroke(): void {
  const end = endStroke;
  endStroke = null;
  end?.();
}

const savedTouch = ({ by, touch }: TouchUpSession): TouchUpEdit =>
  touch ?? (by === 'brush' ? { by, strokes: [] } : { by, strength: fullStrength });

/** What is set now, as it would be saved. */
function current({ opened, strokes, strength }: TouchState): TouchUpEdit | null {
  if (opened === null) return null;
  return opened.by === 'brush' ? { by: 'brush', strokes: [...strokes] } : { by: 'strength', strength };
}

/** Whether anything would be lost by closing it. */
export function isChanged(state: TouchState): boolean {
  const now = current(state);
  return now !== null && JSON.stringify(now) !== JSON.stringify(savedTouch(state.opened as TouchUpSession));
}

/** How many results have strokes or strengths that are not saved, the open one among them. */
export function unsavedTouchUps(): number {
  const state = useTouch.getState();
  const kept = [...drafts.keys()].filter((id) => id !== state.id).length;
  return kept + (isChanged(state) && state.phase !== 'saving' ? 1 : 0);
}
export const isSavingTouch = (): boolean => savings.size > 0;

/** The loupe stays at the version that is touched up, whatever results come meanwhile. */
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

/** Closes it; what is not saved is kept for when it is opened again, unless it is to be forgotten. What is being saved goes on. */
export function closeTouch(shouldDiscard = false): void {
  finishStroke();
  const state = useTouch.getState();
  if (state.id === null) return;
  const now = current(state);
  if (now || shouldDiscard) drafts.delete(state.id);
  if (now && !shouldDiscard && state.phase !== 'saving' && isChanged(state)) drafts.set(state.id, now);
  useTouch.setState(closed);
  void requestQuietly('touch.close');
}

/** Closes it, and asks before strokes are lost; while it is being saved, that is called off. */
export function cancelTouch(): void {
  finishStroke();
  const state = useTouch.getState();
  const { id, phase, opened, strokes } = state;
  if (id === null) return;
  if (phase === 'saving') {
    for (const [touch, of] of savings) if (of === id) savings.delete(touch);
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
 * Saves it as a version, which is shown then, unless the loupe has gone on meanwhile; where nothing was changed, it is only
 * closed. The user is told how it ended in any case.
 */
export async function saveTouch(): Promise<void> {
  finishStroke();
  const state = useTouch.getState();
  const { id, phase } = state;
  const touch = current(state);
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
    notSaved(id, touch, reply.message);
  }
}

/** The loupe has gone on meanwhile: what was not saved is there again when the version is opened. */
function notSaved(id: number, touch: TouchUpEdit, why: Message): void {
  notify({ tone: 'error', text: () => i18next.t('touch.notSaved', { why: formatMessage(why) }) });
  const now = useTouch.getState();
  if (now.id === id && isChanged(now)) return;
  drafts.set(id, touch);
  if (now.id === id) void openTouch(id);
}

export const setBrush = (change: Partial<Brush>) =>
  useTouch.setState(({ brush }) => ({ brush: { ...brush, ...change } }));

export const minRadius = 0.5;
export const maxRadius = 2000;
/** One step larger (1) or smaller (-1). */
export function stepRadius(direction: 1 | -1): void {
  const { radius } = useTouch.getState().brush;
  const next = (radius ?? 1) * (direction > 0 ? 1.15 : 1 / 1.15);
  setBrush({ radius: Math.min(maxRadius, Math.max(minRadius, Math.round(next * 10) / 10)) });
}
export function stepSoftness(direction: 1 | -1): void {
  const next = useTouch.getState().brush.softness + direction * 0.1;
  setBrush({ softness: Math.min(1, Math.max(0, Math.round(next * 100) / 100)) });
}

/** False where no more fits into a version. */
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
/** A face's own strength; null = as the whole picture. */
export function setFace(face: Omit<FaceStrength, 'strength'>, strength: number | null): void {
  const { strength: now } = useTouch.getState();
  const otherFaces = now.faces.filter((each) => !isSameFace(each, face));
  const faces = strength === null ? otherFaces : [...otherFaces, { ...face, strength: toHundredths(strength) }];
  useTouch.setState({ strength: { ...now, faces } });
}

type Oval = Pick<FaceStrength, 'x' | 'y' | 'width' | 'height'>;
/** True where the middle of one lies in the other: a face is not found in the very same place twice. */
export function isSameFace(a: Oval, b: Oval): boolean {
  const across = Math.abs(a.x + a.width / 2 - b.x - b.width / 2) / (b.width / 2);
  const down = Math.abs(a.y + a.height / 2 - b.y - b.height / 2) / (b.height / 2);
  return across < 0.5 && down < 0.5;
}

export async function removeVersion(id: number, name: string): Promise<void> {
  const reply = await request('touch.remove', { id });
  if (!reply.ok) return;
  drafts.delete(id);
  showVersion(null);
  notify({ tone: 'info', text: () => i18next.t('touch.removed', { name, keys: currentKey('app.undo') }) });
}
