/** Requests about files that are away: where they were, what is kept of them, and where the user has found them. */
import { msg } from '../../contract/messages/message.ts';
import type { IpcContext } from './ipc-context.ts';
import type { Grants } from './path-grants.ts';
import type { Handlers } from './register-handlers.ts';
import { UserError } from './user-error.ts';

type OfflineHandlers = Pick<Handlers, Extract<keyof Handlers, `offline.${string}`>>;

export function offlineHandlers({ offline }: IpcContext, grants: Grants): OfflineHandlers {
  return {
    'offline.presence': ({ ids }) => offline.presence(ids),
    'offline.relink': async ({ subject, id, folder }, sender) => {
      const [chosen = ''] = grants.take(sender, 'folder', folder);
      const report = await offline.relink({ subject, id }, chosen);
      if (report === null) throw new UserError(msg(subject === 'result' ? 'ipc.gone.noFile' : 'ipc.gone.photograph'));
      return report;
    },
    'offline.space': () => offline.space(),
    'offline.clear': () => offline.clear(),
  };
}
