/** What the window itself knows: the screen, open panels, the form that must not be lost. Nothing of it is stored. */
import { create } from 'zustand';
import type { AddReport } from '../../../contract/app/action-reports.ts';
import type { UnsavedForm } from '../../../contract/app/unsaved-changes.ts';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';

/** In the order of their keys. */
export const screens = ['queue', 'review', 'folders', 'recipes', 'services', 'settings', 'studio'] as const;
export type Screen = (typeof screens)[number];

/** Those of this computer: the studio's is there in a studio only. */
export const screensOf = (isInStudio: boolean): readonly Screen[] =>
  screens.filter((screen) => screen !== 'studio' || isInStudio);

/** An open form as the question about unsaved changes sees it: asked when it is left, so that no copy can be stale. */
export interface OpenForm {
  readonly kind: UnsavedForm['kind'];
  /** Of what the form is about, for the question; '' where it has none yet. */
  name(): string;
  isUnsaved(): boolean;
  /** The answer to the save that is under way; null = there is none. */
  saving(): Promise<boolean> | null;
  /** True when nothing is left to save. */
  save(): Promise<boolean>;
  discard(): void;
  /** Its changes were saved or discarded on the way to somewhere else: one is through with it. */
  close(): void;
}

/** A field of a service's costs: the price of an operation, or a limit. */
export type CostField = OperationId | 'askAbove' | 'keepBalance';

/** What a screen is asked to begin with when it is opened from elsewhere. */
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
  /** The sheet in which keys are changed. */
  readonly shortcutsOpen: boolean;
  readonly report: AddReport | null;
  /** The one that is before the others last: a dialog's stands over the screen's. */
  readonly forms: readonly OpenForm[];
  /** The form that the user is asked about, and what waits for his answer. */
  readonly pending: { readonly form: OpenForm; readonly proceed: () => void } | null;
  /** What waits for a save that is under way. */
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

/** Puts a form before those that are open; the returned function takes it away. */
export function registerForm(form: OpenForm): () => void {
  useUi.setState(({ forms }) => ({ forms: [...forms, form] }));
  return () => useUi.setState(({ forms }) => ({ forms: forms.filter((each) => each !== form) }));
}

/**
 * Does `action` at once, or asks first where an open form has unsaved changes. While they are being saved it waits for
 * the answer: then they are stored and nothing is asked, or they are not and the question comes.
 */
export function confirmLeaveForm(action: () => void): void {
  leaveForms(action, useUi.getState().forms);
}

/** The same, where only forms of this kind are left. */
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
    // What was answered is not asked again; a form below may have changes of its own.
    const proceed = () => leaveForms(action, forms.slice(0, forms.indexOf(form)));
    useUi.setState({ pending: { form, proceed }, afterSaving: null });
    return;
  }
  useUi.setState({ afterSaving: action });
  // Only the last wish counts.
  const proceed = () => useUi.getState().afterSaving === action && leaveForms(action, forms);
  void saving.then(proceed, proceed);
}

/** What would be lost with the open forms, what is before the others first. */
export function unsavedForms(): UnsavedForm[] {
  const unsaved = useUi.getState().forms.filter((form) => form.isUnsaved());
  return unsaved.reverse().map((form) => ({ kind: form.kind, name: form.name().slice(0, 200) }));
}

/** @param onShown called if the screen is another one than before, and the user does not stay with an unsaved form */
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

/** Takes the intent of a screen away and returns it. */
export function consumeIntent(): ScreenIntent {
  const { intent } = useUi.getState();
  if (intent !== null) useUi.setState({ intent: null });
  return intent;
}
