import { z } from 'zod';
import type { Message } from '../messages/message.ts';
import { pathSchema } from '../validation/path-grant.ts';
import type { LibraryDifference } from './library.ts';
import { shareNameSchema, stationRoles } from './studio.ts';

export const joinSchema = z.strictObject({
  address: z.string().trim().min(1).max(2000),
  /** Absent: the stored one. Goes to the key store only. */
  password: z.string().max(1000).optional(),
  /** Empty: the default authorities. */
  certificates: pathSchema('studioCertificates'),
  name: z.string().trim().min(1).max(60),
  person: z.string().trim().max(60),
  role: z.enum(stationRoles),
  shares: z.array(z.strictObject({ name: shareNameSchema, folder: pathSchema('share') })).max(100),
  /** The user agreed to create the studio. */
  mayMake: z.boolean(),
});
export type JoinArgs = z.infer<typeof joinSchema>;

/** `none`: no studio in the database yet; `called-off`: the user declined in main's dialog. */
export type JoinOutcome = { readonly kind: 'joined' | 'none' | 'called-off' };

/** Whether a folder is the one that other stations know by this name. */
export interface ShareCheck {
  /** `same`: has another station's file; `first`: new share. */
  readonly kind: 'same' | 'first' | 'other' | 'unwritable' | 'gone';
  readonly station: string | null;
}

/** Shared jobs are finished first, or released. */
export const leaveSchema = z.strictObject({ first: z.enum(['finish', 'give-back']) });

export interface StationStatus {
  readonly station: string;
  /** `connecting`: no contact yet. */
  readonly condition: 'connecting' | 'there' | 'away' | 'refused';
  /** The reason, and the work that continues. */
  readonly message: Message | null;
  /** The outbox. */
  readonly unsent: { readonly photographs: number; readonly decisions: number };
  /** First synchronization; null once complete. */
  readonly sync: { readonly done: number; readonly total: number } | null;
  /** Older work (ms since 1970) is not mirrored; null: all is. */
  readonly olderThan: number | null;
  /** Recipes, presets and prices that differ from the studio's. */
  readonly library: readonly LibraryDifference[];
  readonly isPaused: boolean;
  readonly isDraining: boolean;
  /** Leaves after its jobs in progress. */
  readonly isLeaving?: boolean;
  readonly holds: number;
}

export interface StudioStation {
  readonly id: string;
  readonly name: string;
  readonly person: string;
  readonly program: string;
  readonly isThisOne: boolean;
  /** `silent`: no recent heartbeat; `gone`: its work was reassigned. */
  readonly condition: 'there' | 'silent' | 'gone' | 'left';
  readonly silentMs: number | null;
  readonly works: boolean;
  readonly isDesk: boolean;
  readonly isPaused: boolean;
  readonly isDraining: boolean;
  readonly holds: number;
  /** Photographs per minute of recent work; null if idle or unknown. */
  readonly perMinute: number | null;
  /** A job in progress; `photographId` null: unknown here. */
  readonly at: { readonly photographId: number | null; readonly name: string } | null;
  /** Reachable shares. */
  readonly shares: readonly string[];
  /** Services with a key. */
  readonly services: readonly string[];
  /** As in `share/path`. */
  readonly watches: readonly string[];
}

export interface StudioService {
  readonly id: string;
  readonly name: string;
  readonly charges: boolean;
  /** Concurrent requests of all stations. */
  readonly cap: number;
  readonly waiting: number;
  readonly atWork: number;
  /** Requests now, at most `cap`. */
  readonly requests: number;
  readonly undecided: number;
  readonly failed: number;
  /** As for a station. */
  readonly perMinute: number | null;
  readonly heldUp: readonly { readonly station: string; readonly message: Message; readonly forMs: number | null }[];
  /** Stations that have a key but may not use it. */
  readonly refused: readonly string[];
}

export interface StudioOverview {
  readonly isPaused: boolean;
  readonly shares: readonly string[];
  readonly stations: readonly StudioStation[];
  readonly services: readonly StudioService[];
  /** As for a station. */
  readonly perMinute: number | null;
  /** Jobs that no present station can process. */
  readonly stranded: number;
}
