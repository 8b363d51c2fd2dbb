/** Requests about updates of the app. */
import type { DesktopActions } from './ipc-context.ts';
import type { Handlers } from './register-handlers.ts';

type UpdateHandlers = Pick<Handlers, Extract<keyof Handlers, `updates.${string}`>>;

export function updateHandlers({ updates }: DesktopActions): UpdateHandlers {
  return {
    'updates.standing': () => updates.status(),
    // How it goes is told by an event: it may take as long as a download does.
    'updates.look': () => void updates.look(),
    'updates.restart': () => updates.restart(),
  };
}
