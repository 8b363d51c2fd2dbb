/** Errors of the connection to a studio. */
import { msg, type PlainMessageKey, UserFacingError } from '../../../contract/messages/message.ts';

/** The database is currently unreachable. The last statement may have been executed. */
export class StudioUnreachable extends UserFacingError {
  override name = 'StudioUnreachable';
  constructor(cause: unknown) {
    super(msg('studio.away'), { cause });
  }
}

/** The server responds but does not let this station in. */
export class StudioRefused extends UserFacingError {
  override name = 'StudioRefused';
}

/** The server asked for the password in a readable form. */
export class PasswordWithheld extends Error {
  override name = 'PasswordWithheld';
}

/** Messages by PostgreSQL's SQLSTATE or the code of TLS. */
const refusalKeys: Readonly<Record<string, PlainMessageKey>> = {
  '28P01': 'studio.refused.password',
  '28000': 'studio.refused.user',
  '3D000': 'studio.refused.database',
  '42501': 'studio.refused.rights',
  ERR_TLS_CERT_ALTNAME_INVALID: 'studio.refused.certificateName',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'studio.refused.certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'studio.refused.certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'studio.refused.certificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'studio.refused.certificate',
  CERT_HAS_EXPIRED: 'studio.refused.certificate',
};

/** Returns null for errors that the user can do nothing about. */
export function toStudioRefused(error: unknown): StudioRefused | null {
  if (error instanceof PasswordWithheld)
    return new StudioRefused(msg('studio.refused.readablePassword'), { cause: error });
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const key =
    refusalKeys[code] ??
    (/does not support SSL/i.test(message) ? 'studio.refused.plain' : undefined) ??
    (/password must be a string|no password/i.test(message) ? 'studio.refused.noPassword' : undefined);
  return key === undefined ? null : new StudioRefused(msg(key), { cause: error });
}

/** SQLSTATE classes of failed connections, missing resources, and server restarts. */
const outageClasses = /^(08|53|57P)/;

/** Whether the connection or the server failed, and not the statement. */
export function isConnectionTrouble(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof PasswordWithheld) return false;
  const { code } = error as Error & { code?: string };
  if (code !== undefined) return outageClasses.test(code) || code === '25P03' || /^E[A-Z]+$/.test(code);
  // The driver's own errors of a broken connection have no code.
  return /terminated|timeout|not queryable|ended|closed/i.test(error.message);
}
