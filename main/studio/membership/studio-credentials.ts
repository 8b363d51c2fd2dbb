/** The access of this computer to the studio that it joined, with the password from the key store or a file. */
import { readFileSync } from 'node:fs';
import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import type { StudioMembership } from '../../../contract/studio/studio.ts';
import type { KeyStore } from '../../service/keys/key-store.ts';
import { connectionOptions, readAddress } from '../connection/database-address.ts';
import { passwordFrom } from '../connection/password.ts';
import type { StudioAccess } from '../station/station-types.ts';

/** Id of the password in the key store; no profile has it. */
export const passwordKeyId = 'studio:password';

/** Returns the origin of a password: it is sent to no other computer, database or user. @throws UserFacingError */
export function studioOrigin(address: string): string {
  const { host, port, database, user } = readAddress(address);
  return `postgres://${encodeURIComponent(user)}@${encodeURIComponent(host)}:${port}/${encodeURIComponent(database)}`;
}

/**
 * @param id of this station
 * @param typed a password that the user has just typed
 * @throws UserFacingError if address, certificate or password cannot be read
 */
export function joinedAccess(
  membership: StudioMembership,
  id: string,
  keys: Pick<KeyStore, 'get'>,
  typed: string | null = null,
): StudioAccess {
  const { address, certificates, passwordFile, name, person, role, shares } = membership;
  const findStored = () => keys.get(passwordKeyId, studioOrigin(address));
  const readFromFile = () => (passwordFile === '' ? null : passwordFrom({ passwordFile }, {}));
  return {
    connection: connectionOptions(readAddress(address), {
      password: typed ?? findStored() ?? readFromFile(),
      ...(certificates === '' ? {} : { certificates: readPem(certificates) }),
    }),
    shares,
    id,
    name,
    person,
    works: role !== 'desk',
    isDesk: role !== 'works',
    lanes: null,
    isJoined: true,
  };
}

function readPem(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException;
    throw new UserFacingError(msg('studio.ca.unreadable', { path, code }), { cause });
  }
}
