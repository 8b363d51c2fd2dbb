/** How the conditions of a service look and are called. */
import type { ProfileStatus } from '../../preload/contract/profile.ts';
import type { Tone } from './StateDot.tsx';

type Condition = ProfileStatus['condition'];

export const conditionTone: Readonly<Record<Condition, Tone>> = {
  ready: 'good',
  starting: 'busy',
  'no-key': 'warn',
  slowed: 'warn',
  stopped: 'quiet',
  failed: 'bad',
};

/** Keys of the words for the status bar, where they follow a name. */
export const conditionWords = {
  ready: 'status.ready',
  starting: 'status.starting',
  'no-key': 'status.noKey',
  slowed: 'status.slowed',
  stopped: 'status.stopped',
  failed: 'status.failed',
} as const satisfies Record<Condition, string>;

/** Conditions in which work stands still and it may help to ask the service at once. */
export type HeldUp = Extract<Condition, 'slowed' | 'stopped' | 'failed'>;

export function isHeldUp(condition: Condition): condition is HeldUp {
  return condition === 'slowed' || condition === 'stopped' || condition === 'failed';
}
