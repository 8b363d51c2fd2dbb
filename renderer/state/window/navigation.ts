/** The current screen, open sheets and open forms. Nothing of it is stored. */
import { create } from 'zustand';
import type { AddReport } from '../../../contract/app/action-reports.ts';
import type { UnsavedForm } from '../../../contract/app/unsaved-changes.ts';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';

/** In the order of their shortcuts. */
export const screens = ['queue', 'review', 'folders', 'recipes', 'services', 'settings', 'studio'] as const;
export type Screen = (typeof screens)[number];

export const screensOf = (isInStudio: boolean): readonly Screen[] =>
  screens.filter((screen) => screen !== 'studio' || isInStudio);

export interface OpenForm {
  readonly kind: UnsavedForm['kind'];
  /** Name of the edited document; may be empty. */
  name(): string;
  isUnsaved(): boolean;
  /** The save in progress. */
  saving(): Promise<boolean> | null;
  /** @see Form.save */
  save(): Promise<boolean>;
  discard(): void;
  /** Called when the user leaves the form. */
  close(): void;
}

/** A price or a spending limit. */
export type CostField = OperationId | 'askAbove' | 'keepBalance';

/** The part of a screen to show first. */
export type ScreenIntent =
  | 'new-folder'
  | 'new-recipe'
  | 'new-service'
  | 'studio'
  | { readonly setting: string }
  | { readonly recipeId: string }
  | { readonly profileId: string; readonly cost?: CostField }
  | null;

interface Ui {
  readonly screen: Screen;
  readonly intent: ScreenIntent;
  readonly helpOpen: boolean;
  readonly shortcutsOpen: boolean;
  readonly report: AddReport | null;
  /** Topmost last. */
  readonly forms: readonly OpenForm[];
  /** The question about unsaved changes. */
  readonly pending: { readonly form: OpenForm; readonly proceed: () => void } | null;
  /** Runs after the save in progress. */
  readonly afterSaving: (() => void) | null;
}

export const useUi = create<Ui>(() => ({
  screen: 'queue',
  intent: null,
  helpOpen: false,
  shortcutsOpen: false,
  report: null,
  forms: [],
  pending: null,
  afterSaving: null,
}));

/** Adds a form on top. Returns a function that removes it. */
export function registerForm(form: OpenForm): () => void {
  useUi.setState(({ forms }) => ({ forms: [...forms, form] }));
  return () => useUi.setState(({ forms }) => ({ forms: forms.filter((each) => each !== form) }));
}

/** Runs `action`, after asking if a form has unsaved changes. If these are being saved, asks only if that fails. */
export function confirmLeaveForm(action: () => void): void {
  leaveForms(action, useUi.getState().forms);
}

export function confirmLeaveFormsOfKind(kind: OpenForm['kind'], action: () => void): void {
  leaveForms(
    action,
    useUi.getState().forms.filter((form) => form.kind === kind),
  );
}

function leaveForms(action: () => void, forms: readonly OpenForm[]): void {
  const form = forms.findLast((each) => each.isUnsaved());
  if (form === undefined) {
    useUi.setState({ afterSaving: null });
    action();
    return;
  }
  const saving = form.saving();
  if (saving === null) {
    // Other forms may have changes too.
    const proceed = () => leaveForms(action, forms.slice(0, forms.indexOf(form)));
    useUi.setState({ pending: { form, proceed }, afterSaving: null });
    return;
  }
  useUi.setState({ afterSaving: action });
  // Only the latest action counts.
  const proceed = () => useUi.getState().afterSaving === action && leaveForms(action, forms);
  void saving.then(proceed, proceed);
}

/** Topmost first. */
export function unsavedForms(): UnsavedForm[] {
  const unsaved = useUi.getState().forms.filter((form) => form.isUnsaved());
  return unsaved.reverse().map((form) => ({ kind: form.kind, name: form.name().slice(0, 200) }));
}

/** @param onShown called if the screen changes */
export function goTo(screen: Screen, intent: ScreenIntent = null, onShown?: () => void): void {
  if (useUi.getState().screen === screen) {
    if (intent) confirmLeaveForm(() => useUi.setState({ intent }));
    return;
  }
  confirmLeaveForm(() => {
    useUi.setState({ screen, intent });
    onShown?.();
  });
}

/** Returns the intent and clears it. */
export function consumeIntent(): ScreenIntent {
  const { intent } = useUi.getState();
  if (intent !== null) useUi.setState({ intent: null });
  return intent;
}
