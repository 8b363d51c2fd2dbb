import type { Message } from '../messages/message.ts';

/**
 * `checkout`: it runs from sources; `no-feed`: its build names none; `system-package`: it is no AppImage; `read-only`:
 * its folder is.
 */
export type UpdatesDisabledReason = 'checkout' | 'no-feed' | 'system-package' | 'read-only';

export type UpdateStatus =
  | { readonly state: 'off'; readonly why: UpdatesDisabledReason }
  | { readonly state: 'not-looked' }
  | { readonly state: 'looking' }
  | { readonly state: 'current'; readonly checkedAt: number }
  /** `percent`: integer. */
  | { readonly state: 'downloading'; readonly version: string; readonly percent: number }
  /** `isOffered`: work ended since, so that main may ask the user. */
  | { readonly state: 'ready'; readonly version: string; readonly isOffered: boolean }
  | { readonly state: 'failed'; readonly why: Message };
