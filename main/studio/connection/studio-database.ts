/** The database of a studio as other modules use it, and its errors. */
import type { QueryResult } from 'pg';
import { msg, type PlainMessageKey, UserFacingError } from '../../../contract/messages/message.ts';

export interface QueryClient {
  /** @throws StudioUnreachable, or the database's own error */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs one statement and returns the driver's own result. @throws as `query` */
  raw(text: string, values?: readonly unknown[]): Promise<QueryResult>;
  /** Runs several statements, which must never come from a row. @throws as `query` */
  script(text: string): Promise<QueryResult>;
}

export interface StudioDatabase extends QueryClient {
  /** Runs `work` in one transaction. An error of `work` rolls it back. */
  transaction<T>(work: (queries: QueryClient) => Promise<T>): Promise<T>;
  /** Whether the last query got no response. */
  readonly isAway: boolean;
  /** Calls `listener` when `isAway` changes. */
  onChange(listener: () => void): () => void;
  /** Calls `listener` with the notifications of a channel. They can get lost, so callers also poll. */
  listen(channel: string, listener: (topic: string) => void): void;
  close(): Promise<void>;
}

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
