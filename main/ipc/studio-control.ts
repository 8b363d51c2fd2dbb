/** This computer's part in a studio, as the window asks for it. All of it throws UserFacingError where it cannot be. */
import type { StudioMembership } from '../../contract/studio/studio.ts';
import type { JoinOutcome, ShareCheck, StudioOverview } from '../../contract/studio/studio-status.ts';

export interface StudioControl {
  /** An address as it is shown to the user, with all that tells one database from another. */
  shown(address: string): Promise<string>;
  /** @param password null: the one that is kept */
  join(wanted: StudioMembership, password: string | null, canCreate: boolean): Promise<JoinOutcome>;
  leave(first: 'finish' | 'give-back'): Promise<void>;
  checkShare(name: string, folder: string): Promise<ShareCheck>;
  /** The address of a database on this computer, which is run for this; null once it was ended. */
  serve(on: boolean): Promise<string | null>;
  overview(): Promise<StudioOverview>;
  pause(station: string | null, paused: boolean): Promise<void>;
  drain(station: string, draining: boolean): Promise<void>;
  limit(service: string, requests: number): Promise<void>;
  allow(service: string, station: string, allowed: boolean): Promise<void>;
  /** @param folder the id of a watch folder */
  takeWatch(folder: string): Promise<void>;
  fetchOlder(): Promise<void>;
  approvePrices(profileId: string): Promise<void>;
}
