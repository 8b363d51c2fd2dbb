/** Requests about files that are away: where they were, what is kept of them, and where the user has found them. */
import { msg } from '../../contract/message.ts';
import type { Core } from './core.ts';
import type { Grants } from './grants.ts';
import { Refusal } from './refusal.ts';
import type { Handlers } from './register.ts';

type OfflineHandlers = Pick<Handlers, Extract<keyof Handlers, `offline.${string}`>>;

export function offlineHandlers({ offline }: Core, grants: Grants): OfflineHandlers {
  return {
    'offline.presence': ({ ids }) => offline.presence(ids),
    'offline.relink': async ({ subject, id, folder }, sender) => {
      const [chosen = ''] = grants.take(sender, 'folder', folder);
      const report = await offline.relink({ subject, id }, chosen);
      if (report === null) throw new Refusal(msg(subject === 'result' ? 'ipc.gone.noFile' : 'ipc.gone.photograph'));
      return report;
    },
    'offline.space': () => offline.space(),
    'offline.clear': () => offline.clear(),
  };
}
