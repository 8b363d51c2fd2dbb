/** What the screen says of a profile's pace. */
import type { PauseOf } from './brakes.ts';
import type { PaceState } from './pace.ts';

/** A sentence in which `{left}` stands for the time until `until` (ms), where that is known. */
export interface TimedSentence {
  readonly message: string;
  readonly until: number | null;
}

/** The sentence as it reads at `now`, by the same clock as its `until`. */
export function atTime({ message, until }: TimedSentence, now: number): string {
  return until === null ? message : message.replace('{left}', waitInWords(until - now));
}

/** One sentence for the screen, or null while all is well; its `until` is by the pace's clock. */
export function paceWords(state: PaceState): TimedSentence | null {
  const lasting = (message: string) => ({ message, until: null });
  switch (state.condition) {
    case 'ready':
      return null;
    case 'stopped':
      return lasting(state.sentence);
    case 'paused':
      return { message: pauseSentence(state), until: state.until };
    case 'trying': {
      const what = state.kinds.includes('upload') ? 'the service can be used' : 'results can be fetched';
      return lasting(
        state.probing
          ? `Trying with one request whether ${what} again.`
          : `The pause is over; the next request tries whether ${what} again.`,
      );
    }
    default:
      return state satisfies never;
  }
}

function pauseSentence({ reason, kinds }: PauseOf): string {
  switch (reason) {
    case 'busy':
      return 'The service asked us to slow down; next try in {left}.';
    case 'unreachable':
    case 'broken': {
      const isAway = reason === 'unreachable';
      if (!kinds.includes('upload')) return 'The results cannot be fetched; next try in {left}.';
      return `${isAway ? 'The service cannot be reached' : 'The connection to the service breaks off'}; next try in {left}.`;
    }
    case 'failing':
      return 'The service reports faults; next try in {left}.';
    case 'unreadable':
      return 'The service answered something that cannot be read; asked again in {left}.';
    case 'lost':
      return 'An answer of the service was lost; asked again in {left}.';
    case 'refused':
      return 'The results cannot be fetched; next try in {left}.';
    case 'disk':
      return 'A result could not be written to disk; next try in {left}.';
    default:
      return reason satisfies never;
  }
}

function waitInWords(ms: number): string {
  const seconds = Math.max(Math.ceil(ms / 1000), 1);
  return seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
