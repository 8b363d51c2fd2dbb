import type { Backdrop } from './settings.ts';

/** The window on a second display, which only shows photographs. */
export interface DisplayStatus {
  /** Whether there is a second display. */
  readonly isAvailable: boolean;
  readonly isOpen: boolean;
}

/** Everything the second display receives. */
export interface DisplayedPhotograph {
  /** Private protocol. */
  readonly url: string;
  readonly name: string;
  readonly caption: string;
  /** Behind transparent parts. */
  readonly backdrop: Backdrop;
}

/** The only channel of the page on a second display. */
export const displayChannel = 'display.photograph';

/** The object `window.burnishDisplay`. */
export interface DisplayBridge {
  /** Null: none. */
  onPhotograph(listener: (photograph: DisplayedPhotograph | null) => void): void;
}
