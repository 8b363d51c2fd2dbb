/** Requests about updates of the app. */
import type { Desktop } from './core.ts';
import type { Handlers } from './register.ts';

type UpdateHandlers = Pick<Handlers, Extract<keyof Handlers, `updates.${string}`>>;

export function updateHandlers({ updates }: Desktop): UpdateHandlers {
  return {
    'updates.standing': () => updates.standing(),
    // How it goes is told by an event: it may take as long as a download does.
    'updates.look': () => void updates.look(),
    'updates.restart': () => updates.restart(),
  };
}
