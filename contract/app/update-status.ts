/** How updates of the app stand, as the window shows it. */
import type { Message } from '../messages/message.ts';

/**
 * Why this app does not update itself: it runs from its sources, its build names no feed, it is no AppImage (Linux, where a
 * package is the matter of the system), or the AppImage lies where the user may not write.
 */
export type UpdatesDisabledReason = 'checkout' | 'no-feed' | 'system-package' | 'read-only';

export type UpdateStatus =
  | { readonly state: 'off'; readonly why: UpdatesDisabledReason }
  | { readonly state: 'not-looked' }
  | { readonly state: 'looking' }
  /** `checkedAt`: ms since 1970. */
  | { readonly state: 'current'; readonly checkedAt: number }
  /** `percent`: whole, 0 to 100. */
  | { readonly state: 'downloading'; readonly version: string; readonly percent: number }
  /** `isOffered`: work has come to its end since, so that the user may be asked. */
  | { readonly state: 'ready'; readonly version: string; readonly isOffered: boolean }
  | { readonly state: 'failed'; readonly why: Message };
