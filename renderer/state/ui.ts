/** What the window itself knows: the screen, open panels, unsaved changes. Nothing of it is stored. */
import { create } from 'zustand';
import type { AddReport } from '../../preload/contract/channels.ts';

export const screens = ['queue', 'review', 'folders', 'recipes', 'services', 'settings'] as const;
export type Screen = (typeof screens)[number];

/** A form with changes that are not saved. `save` says whether it could. */
export interface Unsaved {
  readonly name: string;
  readonly save: () => Promise<boolean>;
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
  readonly unsaved: Unsaved | null;
  /** What waits for the answer about unsaved changes. */
  readonly pending: (() => void) | null;
}

export const useUi = create<Ui>(() => ({
  screen: 'queue',
  intent: null,
  helpOpen: false,
  recipeId: null,
  report: null,
  unsaved: null,
  pending: null,
}));

/** Does `action` at once, or asks first when a form has unsaved changes. */
export function leaveForm(action: () => void): void {
  if (useUi.getState().unsaved) useUi.setState({ pending: action });
  else action();
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
