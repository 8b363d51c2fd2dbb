import { msg } from '../../../contract/messages/message.ts';
import { hiddenCharacters } from '../../../contract/validation/unsafe-characters.ts';
import type { appRequests } from '../../../preload/requests/app.ts';
import { parseProxyInput, proxyKeyId } from '../../service/http/network/proxy-settings.ts';
import { readCertificates } from '../../service/http/network/trusted-certificates.ts';
import { originOf } from '../../service/keys/key-store.ts';
import { revealPath } from '../bridge/desktop-actions.ts';
import type { GroupHandlers, HandlersOf, RequestContext } from '../bridge/request-handlers.ts';
import { knownFolders } from '../bridge/resolve-paths.ts';
import { UserError } from '../bridge/user-error.ts';
import { takeSnapshot } from '../status/snapshot.ts';

export function appHandlers(context: RequestContext): HandlersOf<typeof appRequests> {
  const { core, desktop, grants } = context;
  const { store } = core;
  return {
    'app.snapshot': () => takeSnapshot(core),
    'app.started': () => desktop.startWork(),
    'app.chooseImages': async (_, sender) => {
      const paths = await desktop.chooseImages();
      return paths.length === 0 ? null : grants.give(sender, 'photographs', paths);
    },
    'app.choosePhotograph': async ({ purpose }, sender) => {
      const path = await desktop.chooseImage();
      return path === null ? null : grants.giveOne(sender, purpose, path);
    },
    'app.chooseFolder': async ({ title, start }, sender) => {
      // The dialog reads the folder that it opens in, so only a folder that the user has chosen before is passed on.
      const path = await desktop.chooseFolder(title, knownFolders(store).find((known) => known === start) ?? null);
      return path === null ? null : grants.giveOne(sender, 'folder', path);
    },
    'app.revealDataFolder': () => revealPath(desktop, store.folder),
    'app.revealLogs': () => revealPath(desktop, desktop.logFolder),
    'app.diagnostics': () => desktop.diagnostics(),
    'app.menu': ({ possible }) => desktop.enableInMenu(possible),
    'app.leaving': (closeState) => desktop.reportCloseState(closeState),
    'app.about': () => desktop.about(),
    'app.licence': ({ id }) => desktop.license(id),

    'settings.save': (changed) => {
      const { defaultRecipeId, defaultProfileId } = changed;
      if (defaultRecipeId !== undefined && store.recipes.get(defaultRecipeId) === null)
        throw new UserError(msg('ipc.choose.knownRecipe'));
      if (defaultProfileId !== undefined && store.profiles.get(defaultProfileId) === null)
        throw new UserError(msg('ipc.choose.knownService'));
      store.settings.save(changed);
      if (changed.plainKeyFile) core.keys.persistSession();
    },

    'updates.standing': () => desktop.updates.status(),
    // Not awaited, because it may take as long as a download. An event reports progress.
    'updates.look': () => void desktop.updates.look(),
    'updates.restart': () => desktop.updates.restart(),

    ...systemHandlers(context),
  };
}

/** Network and power of this computer. Main's own dialogs confirm whatever could do harm. */
function systemHandlers({ core, desktop }: RequestContext): GroupHandlers<'system'> {
  const { store, keys, power } = core;
  return {
    'system.setProxy': async ({ proxy, address }) => {
      if (proxy !== 'own') {
        keys.remove(proxyKeyId);
        store.settings.save({ proxy });
        return core.networkChanged();
      }
      const input = parseProxyInput(address);
      if (input === null) throw new UserError(msg('ipc.proxy.notAnAddress'));
      const isConfirmed = await desktop.confirm({
        message: msg('ipc.proxy.confirm', { address: input.address }),
        detail: msg('ipc.proxy.detail'),
        button: msg('ipc.proxy.button'),
      });
      if (!isConfirmed) return;
      const origin = originOf(input.address) ?? '';
      // An unchanged proxy without a password keeps the stored one.
      if (input.credentials !== null) keys.set(proxyKeyId, input.credentials, origin);
      else if (keys.get(proxyKeyId, origin) === null) keys.remove(proxyKeyId);
      store.settings.save({ proxy, proxyAddress: input.address });
      core.networkChanged();
    },
    'system.chooseCertificates': async () => {
      const file = await desktop.chooseCertificates();
      if (file === null) return;
      if (readCertificates(file).length === 0) throw new UserError(msg('ipc.noCertificate'));
      store.settings.save({ certificates: file });
      core.networkChanged();
    },
    'system.removeCertificates': () => {
      store.settings.save({ certificates: '' });
      core.networkChanged();
    },
    'system.setDoneCommand': async ({ command }) => {
      const typed = command.trim();
      // Characters that the dialog does not show must not be in the command.
      if (hiddenCharacters.test(typed)) throw new UserError(msg('ipc.command.oneLine'));
      if (typed === '') return store.settings.save({ doneCommand: '', whenDone: 'nothing' });
      const isConfirmed = await desktop.confirm({
        message: msg('ipc.command.confirm'),
        detail: typed,
        button: msg('ipc.command.button'),
      });
      if (isConfirmed) store.settings.save({ doneCommand: typed, whenDone: 'command' });
    },
    'system.continueOnBattery': () => power.continueAnyway(),
    'system.startsAtLogin': () => desktop.login.status(),
    'system.setStartsAtLogin': ({ isOn }) => {
      if (!desktop.login.set(isOn)) throw new UserError(msg('ipc.login.refused'));
    },
  };
}
