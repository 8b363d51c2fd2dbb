/** How this computer is let into the studio that it joined: what it keeps of that, and the password from where that is kept. */
import { readFileSync } from 'node:fs';
import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import type { StudioMembership } from '../../../contract/studio/studio.ts';
import type { KeyStore } from '../../service/keys/key-store.ts';
import { connectionOptions, passwordFrom, readAddress } from '../connection/database-address.ts';
import type { StudioAccess } from '../studio.ts';

/** The id under which the key store has the password; no profile is called so. */
export const passwordKeyId = 'studio:password';

/** Where a password is good: another computer, database or user never gets it. @throws UserFacingError for what is no address */
export function studioOrigin(address: string): string {
  const { host, port, database, user } = readAddress(address);
  return `postgres://${encodeURIComponent(user)}@${encodeURIComponent(host)}:${port}/${encodeURIComponent(database)}`;
}

/**
 * @param id this station's
 * @param typed the password that was typed just now; it is not kept by this
 * @throws UserFacingError where address, certificate or password cannot be read
 */
export function joinedAccess(
  membership: StudioMembership,
  id: string,
  keys: Pick<KeyStore, 'get'>,
  typed: string | null = null,
): StudioAccess {
  const { address, certificates, passwordFile, name, person, role, shares } = membership;
  const kept = () => keys.get(passwordKeyId, studioOrigin(address));
  const filed = () => (passwordFile === '' ? null : passwordFrom({ passwordFile }, {}));
  return {
    connection: connectionOptions(readAddress(address), {
      password: typed ?? kept() ?? filed(),
      ...(certificates === '' ? {} : { certificates: pemIn(certificates) }),
    }),
    ...{ shares, id, name, person },
    works: role !== 'desk',
    isDesk: role !== 'works',
    lanes: null,
    isJoined: true,
  };
}

function pemIn(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException;
    throw new UserFacingError(msg('studio.ca.unreadable', { path, code }), { cause });
  }
}
