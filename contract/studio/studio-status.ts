/** What the window asks and shows of a studio: how this computer takes part, who else does, and what holds work up. */
import { z } from 'zod';
import type { Message } from '../messages/message.ts';
import { pathSchema } from '../validation/path-grant.ts';
import { shareNameSchema, stationRoles } from './studio.ts';

/** What is typed to join. */
export const joinSchema = z.strictObject({
  address: z.string().trim().min(1).max(2000),
  /** Absent: the one that is kept. It goes to the key store and nowhere else. */
  password: z.string().max(1000).optional(),
  /** Empty: those that are trusted otherwise. */
  certificates: pathSchema('studioCertificates'),
  name: z.string().trim().min(1).max(60),
  person: z.string().trim().max(60),
  role: z.enum(stationRoles),
  shares: z.array(z.strictObject({ name: shareNameSchema, folder: pathSchema('share') })).max(100),
  /** Makes the studio where the database has none yet: the user has said so. */
  mayMake: z.boolean(),
});
export type JoinArgs = z.infer<typeof joinSchema>;

/** `none`: there is no studio in that database yet; the user may want to make one. `called-off`: the user has said no in main's own dialog. */
export type JoinOutcome = { readonly kind: 'joined' | 'none' | 'called-off' };

/** Whether a folder is what other stations call by that name. */
export interface ShareCheck {
  /** `same`: a file that another station wrote is there; `first`: nobody has had this share before; `other`: it is another folder. */
  readonly kind: 'same' | 'first' | 'other' | 'unwritable' | 'gone';
  /** The station whose file was found. */
  readonly station: string | null;
}

/** What becomes of shared jobs that this station has when it leaves: they are finished here first, or others go on with them. */
export const leaveSchema = z.strictObject({ first: z.enum(['finish', 'give-back']) });

/** How this computer stands in its studio; null in the snapshot where it is in none. */
export interface StationStatus {
  readonly station: string;
  /** `connecting`: not heard of it yet. */
  readonly condition: 'connecting' | 'there' | 'away' | 'refused';
  /** Why it is away or refused, and what goes on nevertheless. */
  readonly message: Message | null;
  /** What the studio has still to hear: photographs that were added, and what was decided. */
  readonly unsent: { readonly photographs: number; readonly decisions: number };
  /** How far the first look at the studio's work is; null once it is over. */
  readonly sync: { readonly done: number; readonly total: number } | null;
  /** Work that ended before this (ms since 1970) is only in the studio's database; null: all is here. */
  readonly olderThan: number | null;
  readonly isPaused: boolean;
  readonly isDraining: boolean;
  /** It leaves the studio when it has finished what it is at work on. */
  readonly isLeaving?: boolean;
  /** Shared jobs that this station is at work on. */
  readonly holds: number;
}

export interface StudioStation {
  readonly id: string;
  readonly name: string;
  readonly person: string;
  readonly program: string;
  readonly isThisOne: boolean;
  /** `silent`: not heard for a while; `gone`: others have taken up its work; `left`: it said goodbye. */
  readonly condition: 'there' | 'silent' | 'gone' | 'left';
  readonly silentMs: number | null;
  readonly works: boolean;
  readonly isDesk: boolean;
  readonly isPaused: boolean;
  readonly isDraining: boolean;
  readonly holds: number;
  /** Photographs finished in the last hour. */
  readonly lastHour: number;
  /** One of those it is at work on: its photograph here, where it is known here. */
  readonly at: { readonly photographId: number | null; readonly name: string } | null;
  /** Of all shares of the studio, those that it reaches. */
  readonly shares: readonly string[];
  /** Ids of services that it has a key for. */
  readonly services: readonly string[];
  /** As `share/path`. */
  readonly watches: readonly string[];
}

export interface StudioService {
  readonly id: string;
  readonly name: string;
  readonly charges: boolean;
  /** Requests at a time, of all stations together. */
  readonly cap: number;
  readonly waiting: number;
  readonly atWork: number;
  readonly undecided: number;
  readonly failed: number;
  readonly lastHour: number;
  readonly heldUp: readonly { readonly station: string; readonly message: Message; readonly forMs: number | null }[];
  /** Ids of stations that have a key and may not use it. */
  readonly refused: readonly string[];
}

export interface StudioOverview {
  readonly isPaused: boolean;
  readonly shares: readonly string[];
  readonly stations: readonly StudioStation[];
  readonly services: readonly StudioService[];
  /** Jobs that wait and that no station that is there can do. */
  readonly stranded: number;
}
