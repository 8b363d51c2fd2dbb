import { readFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { msg } from '../../../contract/messages/message.ts';
import { nameTimes, safeName } from '../../../contract/recipes/naming.ts';
import type { crashRequests } from '../../../preload/requests/crashes.ts';
import { type RedactionContext, redactReport, zipReports } from '../../crashes/export-reports.ts';
import { saveFileAs } from '../../delivery/export/save-table.ts';
import { isFolder } from '../../files/private-files.ts';
import { decodePercent } from '../../service/http/network/proxy-settings.ts';
import type { IpcContext } from '../bridge/ipc-context.ts';
import type { HandlersOf, RequestContext } from '../bridge/request-handlers.ts';
import { UserError, withUserErrors } from '../bridge/user-error.ts';

export function crashHandlers({ core, desktop }: RequestContext): HandlersOf<typeof crashRequests> {
  const { crashes } = desktop;
  const redactionContext = (): RedactionContext => ({
    places: { app: desktop.codeFolder, data: core.store.folder, home: homedir() },
    secrets: { keys: knownKeys(core), hosts: knownHosts(core.store) },
  });
  return {
    'crashes.list': () => crashes.list(),
    'crashes.text': ({ id }) => {
      const text = redactReport(crashes, id, redactionContext());
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
        const { exports } = core;
        const name = safeName(`${exports.toWords(msg('ipc.crashes.title'))} ${nameTimes(exports.now()).date}`);
        return saveFileAs(`${name}.zip`, folder, exports, (scratch) =>
          zipReports(crashes, redactionContext(), scratch),
        );
      }),
    'crashes.clear': () => crashes.clear(),
    'crashes.news': () => crashes.news(),
  };
}

/** Returns the keys of services and the passwords of proxy and studio; a part of `name:password` is a secret too. */
function knownKeys({ store, keys }: Pick<IpcContext, 'store' | 'keys'>): string[] {
  const studioKeys = readStudioPassword(store.settings.read().studio?.passwordFile ?? '');
  return [...keys.all(), ...studioKeys].flatMap((key) => {
    const password = key.slice(key.indexOf(':') + 1);
    return [key, password, decodePercent(password)];
  });
}

/** Returns the first line of the file, which the studio's connection reads too. */
function readStudioPassword(file: string): string[] {
  try {
    return file === '' ? [] : readFileSync(file, 'utf8').split(/\r?\n/, 1);
  } catch {
    return []; // If it cannot be read, the process does not have it either.
  }
}

/** Returns the names of this computer and of its services, proxy and studio. */
function knownHosts(store: Pick<IpcContext['store'], 'profiles' | 'settings'>): string[] {
  const { proxyAddress, studio } = store.settings.read();
  const addresses = [...store.profiles.list().map(({ baseUrl }) => baseUrl), proxyAddress, studio?.address ?? ''];
  const hosts = addresses.map(
    (address) => URL.parse(/^\w+:\/\//.test(address) ? address : `tcp://${address}`)?.hostname,
  );
  return [hostname(), ...hosts.filter((host) => host !== undefined)];
}
