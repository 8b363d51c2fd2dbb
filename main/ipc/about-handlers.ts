/** Requests about Burnish itself: its versions and licences, and reports of crashes. */
import { readFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { msg } from '../../contract/messages/message.ts';
import { nameTimes, safeName } from '../../contract/recipes/naming.ts';
import { type RedactionContext, redactReport, zipReports } from '../crashes/export-reports.ts';
import { saveFileAs } from '../delivery/common/save-file.ts';
import { isFolder } from '../files/private-files.ts';
import { decodePercent } from '../service/http/network/proxy-settings.ts';
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
    secrets: { keys: knownKeys(core), hosts: knownHosts(core.store) },
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

/** Returns the keys of services and the passwords of proxy and studio; a part of `name:password` is a secret too. */
function knownKeys({ store, keys }: Pick<IpcContext, 'store' | 'keys'>): string[] {
  const filed = studioPassword(store.settings.read().studio?.passwordFile ?? '');
  return [...keys.all(), ...filed].flatMap((key) => {
    const password = key.slice(key.indexOf(':') + 1);
    return [key, password, decodePercent(password)];
  });
}

/** Returns the first line of the file, which the studio's connection reads too. */
function studioPassword(file: string): string[] {
  try {
    return file === '' ? [] : readFileSync(file, 'utf8').split(/\r?\n/, 1);
  } catch {
    return []; // If it cannot be read, the process does not have it either.
  }
}

/** Returns the names of this computer and of those that it connects to: services, proxy and studio. */
function knownHosts(store: Pick<IpcContext['store'], 'profiles' | 'settings'>): string[] {
  const { proxyAddress, studio } = store.settings.read();
  const addresses = [...store.profiles.list().map(({ baseUrl }) => baseUrl), proxyAddress, studio?.address ?? ''];
  const hosts = addresses.map(
    (address) => URL.parse(/^\w+:\/\//.test(address) ? address : `tcp://${address}`)?.hostname,
  );
  return [hostname(), ...hosts.filter((host) => host !== undefined)];
}
