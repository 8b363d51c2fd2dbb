/** Says while a command waits why it waits: the services its jobs need that cannot be had just now. */
import type { ProfileStatus } from '../../preload/contract/profile.ts';
import type { Reporter } from './report.ts';
import type { Session } from './session.ts';

/** How often it is looked, in ms. */
const lookEvery = 1000;

/** What goes on by itself once the service can be had; what needs the user ends the command with a sentence of its own. */
const awaited: readonly ProfileStatus['condition'][] = ['slowed', 'failed'];

/** Once for each time that a service with open jobs gets into trouble, and out of it. Returns what ends it. */
export function tellTroubles({ app, store }: Session, reporter: Pick<Reporter, 'line'>): () => void {
  const told = new Set<string>();
  const look = () => {
    const open = new Set(store.views.openByService().map(({ profileId }) => profileId));
    const names = new Map(store.profiles.list().map(({ id, name }) => [id, name]));
    for (const { id, condition, message } of app.core.live.profiles()) {
      const isAwaited = open.has(id) && message !== null && awaited.includes(condition);
      if (isAwaited && !told.has(id)) {
        told.add(id);
        reporter.line(`${names.get(id)}: ${message} Burnish will carry on by itself; press Ctrl-C to stop.`);
      } else if (condition === 'ready' && told.delete(id)) reporter.line(`${names.get(id)} answers again.`);
    }
  };
  const timer = setInterval(look, lookEvery);
  return () => clearInterval(timer);
}
