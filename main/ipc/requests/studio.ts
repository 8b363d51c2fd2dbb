import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import { messageOfIssue } from '../../../contract/messages/zod-issue-message.ts';
import { type StudioMembership, studioMembershipSchema } from '../../../contract/studio/studio.ts';
import type { studioRequests } from '../../../preload/requests/studio.ts';
import { readCertificates } from '../../service/http/network/trusted-certificates.ts';
import type { ConfirmDialog } from '../bridge/desktop-actions.ts';
import type { HandlersOf, RequestContext } from '../bridge/request-handlers.ts';
import { UserError, withUserErrors } from '../bridge/user-error.ts';

export function studioHandlers({ core, desktop, grants }: RequestContext): HandlersOf<typeof studioRequests> {
  const { studio, store } = core;
  /** The address and folders that the user has confirmed. Another password for them needs no new dialog. */
  let confirmed = '';

  return {
    // Main's own dialog shows the address and the shared folders, because the page may be compromised.
    'studio.join': ({ password, mayMake, ...membership }) =>
      withUserErrors(async () => {
        const before = store.settings.read().studio;
        const isSame = before?.address === membership.address && !password;
        const wanted = parseMembership({ ...membership, passwordFile: isSame ? before.passwordFile : '' });
        const address = await studio.shown(wanted.address);
        const confirmationKey = JSON.stringify([address, wanted.certificates, wanted.shares]);
        if (confirmationKey !== confirmed && !(await desktop.confirm(confirmDialog(wanted, address))))
          return { kind: 'called-off' };
        confirmed = confirmationKey;
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
function parseMembership(value: object): StudioMembership {
  const { data, error } = studioMembershipSchema.safeParse(value);
  if (data) return data;
  throw new UserFacingError(messageOfIssue(error.issues[0]!));
}

function confirmDialog({ shares, certificates }: StudioMembership, address: string): ConfirmDialog {
  const folders = shares.map(({ name, folder }) => `${name}: ${folder}`).join('\n');
  const certificateLine = certificates === '' ? '' : `\n${certificates}`;
  return {
    message: msg('ipc.studio.confirm', { address }),
    detail: msg('ipc.studio.detail', { folders: (folders || '–') + certificateLine }),
    button: msg('ipc.studio.button'),
  };
}
