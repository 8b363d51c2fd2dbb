/** Requests about the studio: who takes part is asked in a dialog of main's own, with the address and the folders that are shared. */

import { msg, UserFacingError } from '../../contract/messages/message.ts';
import { messageOfIssue } from '../../contract/messages/zod-issue-message.ts';
import { type StudioMembership, studioMembershipSchema } from '../../contract/studio/studio.ts';
import { readCertificates } from '../service/http/network/trusted-certificates.ts';
import type { Store } from '../store/index.ts';
import type { DesktopActions } from './ipc-context.ts';
import type { Grants } from './path-grants.ts';
import type { Handlers } from './register-handlers.ts';
import type { StudioControl } from './studio-control.ts';
import { UserError, withUserErrors } from './user-error.ts';

type StudioHandlers = Pick<Handlers, Extract<keyof Handlers, `studio.${string}`>>;

export function studioHandlers(
  { studio, store }: { readonly studio: StudioControl; readonly store: Pick<Store, 'settings'> },
  desktop: Pick<DesktopActions, 'confirm' | 'chooseCertificates'>,
  grants: Grants,
): StudioHandlers {
  /** What the user has agreed to: whoever types another password for it is not asked again. */
  let agreed = '';

  return {
    'studio.join': ({ password, mayMake, ...given }) =>
      withUserErrors(async () => {
        const before = store.settings.read().studio;
        const isSame = before?.address === given.address && !password;
        const wanted = readMembership({ ...given, passwordFile: isSame ? before.passwordFile : '' });
        const address = await studio.shown(wanted.address);
        const confirmationKey = JSON.stringify([address, wanted.certificates, wanted.shares]);
        if (confirmationKey !== agreed && !(await desktop.confirm(questionOf(wanted, address))))
          return { kind: 'called-off' };
        agreed = confirmationKey;
        return studio.join(wanted, password || null, mayMake);
      }),
    'studio.leave': ({ first }) => withUserErrors(() => studio.leave(first)),
    'studio.chooseCertificates': async (_, sender) => {
      const file = await desktop.chooseCertificates();
      if (file === null) return null;
      if (readCertificates(file).length === 0) throw new UserError(msg('ipc.noCertificate'));
      return grants.giveOne(sender, 'certificates', file);
    },
    'studio.checkShare': ({ name, folder }) => withUserErrors(() => studio.checkShare(name, folder)),
    'studio.serve': ({ on }) => withUserErrors(() => studio.serve(on)),
    'studio.overview': () => withUserErrors(() => studio.overview()),
    'studio.pause': ({ station, paused }) => withUserErrors(() => studio.pause(station, paused)),
    'studio.drain': ({ station, draining }) => withUserErrors(() => studio.drain(station, draining)),
    'studio.limit': ({ service, requests }) => withUserErrors(() => studio.limit(service, requests)),
    'studio.allow': ({ service, station, allowed }) => withUserErrors(() => studio.allow(service, station, allowed)),
    'studio.takeWatch': ({ folder }) => withUserErrors(() => studio.takeWatch(folder)),
    'studio.approvePrices': ({ profileId }) => withUserErrors(() => studio.approvePrices(profileId)),
    'studio.fetchOlder': () => withUserErrors(() => studio.fetchOlder()),
  };
}

/** @throws UserFacingError */
function readMembership(given: object): StudioMembership {
  const { data, error } = studioMembershipSchema.safeParse(given);
  if (data) return data;
  throw new UserFacingError(messageOfIssue(error.issues[0]!));
}

function questionOf({ shares, certificates }: StudioMembership, address: string) {
  const folders = shares.map(({ name, folder }) => `${name}: ${folder}`).join('\n');
  const with_ = certificates === '' ? '' : `\n${certificates}`;
  return {
    message: msg('ipc.studio.confirm', { address }),
    detail: msg('ipc.studio.detail', { folders: (folders || '–') + with_ }),
    button: msg('ipc.studio.button'),
  };
}
