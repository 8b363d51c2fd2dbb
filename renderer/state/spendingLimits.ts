/** Raising a limit of a service's costs, by one button. */

import type { Message } from '../../contract/messages/message.ts';
import type { Profile } from '../../contract/services/profile.ts';
import { limitReached } from '../../contract/services/service-status.ts';
import { request } from '../bridge.ts';

export type RaisableCap = NonNullable<ReturnType<typeof limitReached>>;

export interface LimitRaise {
  readonly cap: RaisableCap;
  /** What it is raised (or, of a balance, lowered) to, in credits. */
  readonly credits: number;
}

/** What helps a service that was stopped for a limit: twice as much, or half the balance. Null where it was not. */
export function suggestRaise({ costs }: Pick<Profile, 'costs'>, message: Message | null): LimitRaise | null {
  const cap = limitReached(message);
  const now = cap === null ? null : costs[cap];
  if (cap === null || now === null) return null;
  if (cap === 'keepBalance') return { cap, credits: Math.floor(now / 2) };
  return { cap, credits: Math.max(2 * now, 100) };
}

export function raiseLimit(profile: Profile, { cap, credits }: LimitRaise): void {
  void request('profiles.save', { profile: { ...profile, costs: { ...profile.costs, [cap]: credits } } });
}
