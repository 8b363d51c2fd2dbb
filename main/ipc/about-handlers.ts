/** Requests about Burnish itself: its versions and licences, and reports of crashes. */
import { homedir } from 'node:os';
import { msg } from '../../contract/message.ts';
import { nameTimes, safeName } from '../../contract/naming.ts';
import { type RedactionContext, redactReport, zipReports } from '../crashes/export-reports.ts';
import { saveFileAs } from '../delivery/export/save-table.ts';
import { isFolder } from '../files/private-files.ts';
import { proxyKeyId } from '../service/http/network/proxy-settings.ts';
import { originOf } from '../service/key-store.ts';
import type { DesktopActions, IpcContext } from './ipc-context.ts';
import type { Handlers } from './register-handlers.ts';
import { UserError, withUserErrors } from './user-error.ts';

type CrashHandlers = Pick<Handlers, Extract<keyof Handlers, `crashes.${string}`> | 'app.about' | 'app.licence'>;

export function crashHandlers(
  core: Pick<IpcContext, 'store' | 'keys' | 'exports'>,
  desktop: Pick<DesktopActions, 'about' | 'license' | 'crashes' | 'codeFolder' | 'chooseFolder' | 'reveal'>,
): CrashHandlers {
  const { crashes } = desktop;
  const forOthers = (): RedactionContext => ({
    places: { app: desktop.codeFolder, data: core.store.folder, home: homedir() },
    keys: knownKeys(core),
  });
  return {
    'app.about': () => desktop.about(),
    'app.licence': ({ id }) => desktop.license(id),
    'crashes.list': () => crashes.list(),
    'crashes.text': ({ id }) => {
      const text = redactReport(crashes, id, forOthers());
      if (text === null) throw new UserError(msg('ipc.crashes.gone'));
      return text;
    },
    'crashes.reveal': async () => {
      if (!(await isFolder(crashes.folder))) throw new UserError(msg('ipc.crashes.gone'));
      desktop.reveal(crashes.folder);
    },
    'crashes.export': () =>
      withUserErrors(async () => {
        const folder = await desktop.chooseFolder(msg('ipc.crashes.choose'), null);
        if (folder === null) return null;
        const name = safeName(
          `${core.exports.toWords(msg('ipc.crashes.title'))} ${nameTimes(core.exports.now()).date}`,
        );
        return saveFileAs(`${name}.zip`, folder, core.exports, (scratch) => zipReports(crashes, forOthers(), scratch));
      }),
    'crashes.clear': () => crashes.clear(),
    'crashes.news': () => crashes.news(),
  };
}

/** Of services and of the proxy, whose password counts by itself. */
function knownKeys({ store, keys }: Pick<IpcContext, 'store' | 'keys'>): string[] {
  const services = store.profiles.list().map(({ id, baseUrl }) => keys.get(id, originOf(baseUrl) ?? ''));
  const proxy = keys.get(proxyKeyId, originOf(store.settings.read().proxyAddress) ?? '');
  const password = proxy?.slice(proxy.indexOf(':') + 1) ?? null;
  return [...services, proxy, password].filter((key) => key !== null);
}
