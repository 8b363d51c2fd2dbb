/** The studio's library: recipes, presets and prices that every station can edit. */
import type { Message } from '../messages/message.ts';

/** `price`: of one operation at one service. */
export const libraryKinds = ['recipe', 'marketplace', 'photo-info', 'export', 'price', 'product-list'] as const;
export type LibraryKind = (typeof libraryKinds)[number];

/** A difference between this computer and the studio. */
export interface LibraryDifference {
  readonly kind: LibraryKind;
  readonly id: string;
  /** `local`: only on this computer; `unavailable`: unusable on this computer; `unapproved`: a lower price. */
  readonly state: 'local' | 'unavailable' | 'unapproved';
  readonly name: Message;
  /** The service of a price; null for other kinds. */
  readonly profileId: string | null;
  readonly message: Message;
}
