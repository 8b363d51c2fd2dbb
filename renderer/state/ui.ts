/** What the window itself knows: the screen, open panels, the form that must not be lost. Nothing of it is stored. */
import { create } from 'zustand';
import type { AddReport } from '../../preload/contract/job-requests.ts';
import type { UnsavedForm } from '../../preload/contract/leaving.ts';

export const screens = ['queue', 'review', 'folders', 'recipes', 'services', 'settings'] as const;
export type Screen = (typeof screens)[number];

/** The open form as the question about unsaved changes sees it: asked when it is left, so that no copy can be stale. */
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
}

/** What a screen is asked to begin with when it is opened from elsewhere. */
export type Intent = 'new-folder' | 'new-recipe' | 'new-service' | { readonly recipeId: string } | null;

interface Ui {
  readonly screen: Screen;
  readonly intent: Intent;
  readonly helpOpen: boolean;
  /** The recipe for what is dropped; null = the one of the settings. */
  readonly recipeId: string | null;
  readonly report: AddReport | null;
  readonly form: OpenForm | null;
  /** What waits for the user's answer about unsaved changes. */
  readonly pending: (() => void) | null;
  /** What waits for a save that is under way. */
  readonly afterSaving: (() => void) | null;
}

export const useUi = create<Ui>(() => ({
  screen: 'queue',
  intent: null,
  helpOpen: false,
  recipeId: null,
  report: null,
  form: null,
  pending: null,
  afterSaving: null,
}));

/**
 * Does `action` at once, or asks first when the open form has unsaved changes. While they are being saved it waits for
 * the answer: then they are stored and nothing is asked, or they are not and the question comes.
 */
export function leaveForm(action: () => void): void {
  const { form } = useUi.getState();
  const saving = form?.saving() ?? null;
  if (!form?.isUnsaved()) {
    useUi.setState({ afterSaving: null });
    action();
  } else if (saving === null) {
    useUi.setState({ pending: action, afterSaving: null });
  } else {
    useUi.setState({ afterSaving: action });
    // Only the last wish counts.
    const goOn = () => useUi.getState().afterSaving === action && leaveForm(action);
    void saving.then(goOn, goOn);
  }
}

/** What would be lost with the open form; null = nothing. */
export function unsavedForm(): UnsavedForm | null {
  const { form } = useUi.getState();
  return form?.isUnsaved() ? { kind: form.kind, name: form.name().slice(0, 200) } : null;
}

export function goTo(screen: Screen, intent: Intent = null): void {
  if (useUi.getState().screen === screen) {
    if (intent) leaveForm(() => useUi.setState({ intent }));
    return;
  }
  leaveForm(() => useUi.setState({ screen, intent }));
}

/** Takes the intent of a screen away and returns it. */
export function takeIntent(): Intent {
  const { intent } = useUi.getState();
  if (intent !== null) useUi.setState({ intent: null });
  return intent;
}
