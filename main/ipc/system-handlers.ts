/** Requests about this computer: its network and its power. What could do harm is confirmed in dialogs of main's own. */

import { msg } from '../../contract/messages/message.ts';
import { hiddenCharacters } from '../../contract/validation/unsafe-characters.ts';
import { parseProxyInput, proxyKeyId } from '../service/http/network/proxy-settings.ts';
import { readCertificates } from '../service/http/network/trusted-certificates.ts';
import { originOf } from '../service/keys/key-store.ts';
import type { DesktopActions, IpcContext } from './ipc-context.ts';
import type { Handlers } from './register-handlers.ts';
import { UserError } from './user-error.ts';

type SystemHandlers = Pick<Handlers, Extract<keyof Handlers, `system.${string}`>>;

export function systemHandlers(
  { store, keys, power, networkChanged }: IpcContext,
  desktop: DesktopActions,
): SystemHandlers {
  return {
    'system.setProxy': async ({ proxy, address }) => {
      if (proxy !== 'own') {
        keys.remove(proxyKeyId);
        store.settings.save({ proxy });
        return networkChanged();
      }
      const typed = parseProxyInput(address);
      if (typed === null) throw new UserError(msg('ipc.proxy.notAnAddress'));
      const isWanted = await desktop.confirm({
        message: msg('ipc.proxy.confirm', { address: typed.address }),
        detail: msg('ipc.proxy.detail'),
        button: msg('ipc.proxy.button'),
      });
      if (!isWanted) return;
      const origin = originOf(typed.address) ?? '';
      // Typed without a password, the same proxy keeps the one it has.
      if (typed.credentials !== null) keys.set(proxyKeyId, typed.credentials, origin);
      else if (keys.get(proxyKeyId, origin) === null) keys.remove(proxyKeyId);
      store.settings.save({ proxy, proxyAddress: typed.address });
      networkChanged();
    },
    'system.chooseCertificates': async () => {
      const file = await desktop.chooseCertificates();
      if (file === null) return;
      if (readCertificates(file).length === 0) throw new UserError(msg('ipc.noCertificate'));
      store.settings.save({ certificates: file });
      networkChanged();
    },
    'system.removeCertificates': () => {
      store.settings.save({ certificates: '' });
      networkChanged();
    },
    'system.setDoneCommand': async ({ command }) => {
      const typed = command.trim();
      // What cannot be seen in the dialog must not be in the command.
      if (hiddenCharacters.test(typed)) throw new UserError(msg('ipc.command.oneLine'));
      if (typed === '') return store.settings.save({ doneCommand: '', whenDone: 'nothing' });
      const isWanted = await desktop.confirm({
        message: msg('ipc.command.confirm'),
        detail: typed,
        button: msg('ipc.command.button'),
      });
      if (isWanted) store.settings.save({ doneCommand: typed, whenDone: 'command' });
    },
    'system.continueOnBattery': () => power.continueAnyway(),
    'system.startsAtLogin': () => desktop.login.status(),
    'system.setStartsAtLogin': ({ isOn }) => {
      if (!desktop.login.set(isOn)) throw new UserError(msg('ipc.login.refused'));
    },
  };
}
