/** The connection to a studio's PostgreSQL: a small pool that comes back by itself, and says when it is away. */
import { Socket } from 'node:net';
import { type ClientBase, type ClientConfig, Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import { msg, type PlainMessageKey, UserFacingError } from '../../../contract/messages/message.ts';
import { GuardedClient, PasswordWithheld } from './guarded-client.ts';

/** The database cannot be reached now. Nothing is known of what was asked last: it may have been done. */
export class StudioUnreachable extends UserFacingError {
  override name = 'StudioUnreachable';
  constructor(cause: unknown) {
    super(msg('studio.away'), { cause });
  }
}

/** The server is there, and does not let this station in as it asks. */
export class StudioRefused extends UserFacingError {
  override name = 'StudioRefused';
}

export interface QueryClient {
  /** @throws StudioUnreachable, or the database's own error */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs one statement and returns the driver's own result. @throws as `query` */
  raw(text: string, values?: readonly unknown[]): Promise<QueryResult>;
  /** Runs several statements: only text of this program and its packages, never a word from a row. @throws as `query` */
  script(text: string): Promise<QueryResult>;
}

export interface StudioDatabase extends QueryClient {
  /** Runs `work` in one transaction; what it throws rolls all of it back. */
  transaction<T>(work: (queries: QueryClient) => Promise<T>): Promise<T>;
  /** True from the first question that got no answer to the next one that does. */
  readonly isAway: boolean;
  /** Tells when it goes away and when it is back. */
  onChange(listener: () => void): () => void;
  /** Calls `listener` when another station says that there is something to look at. A hint: whoever needs to know asks by itself as well. */
  listen(channel: string, listener: (word: string) => void): void;
  close(): Promise<void>;
}

/** No question takes longer than this (ms), and no transaction is left open longer, should its station be stopped meanwhile. */
const queryTimeoutMs = 10_000;
/** How soon a broken line to hear on is made anew, ms. */
const relistenDelayMs = 2000;
/** A goodbye takes no longer, ms: over a line that is dead at its other end it would take forever. */
const closeTimeoutMs = 2000;

/** @param config where it is and who asks; the pool has one connection for questions and one to hear on */
export function openDatabase(config: ClientConfig): StudioDatabase {
  const limits = {
    query_timeout: queryTimeoutMs + 2000,
    statement_timeout: queryTimeoutMs,
    idle_in_transaction_session_timeout: queryTimeoutMs,
  };
  // A server that lets nobody in keeps the line for a minute: it would keep the program alive.
  const lines = new Set<Socket>();
  const stream = () => {
    const line = new Socket();
    lines.add(line);
    return line.once('close', () => lines.delete(line));
  };
  const clientOptions = { ...config, ...limits, stream };
  const pool = new Pool({
    ...clientOptions,
    Client: GuardedClient,
    max: 1,
    idleTimeoutMillis: 0,
    onConnect: narrowSearch,
  });
  const listeners = new Set<() => void>();
  let isAway = false;
  let isClosed = false;
  const ear = { client: null as GuardedClient | null, timer: null as NodeJS.Timeout | null };
  const heard = new Map<string, (word: string) => void>();
  // A connection that breaks while nobody asks anything: the pool has let it go by itself.
  pool.on('error', () => undefined);

  const setAway = (isNowAway: boolean) => {
    if (isAway === isNowAway) return;
    isAway = isNowAway;
    for (const listener of listeners) listener();
  };

  async function withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    let client: PoolClient | null = null;
    try {
      client = await pool.connect();
      // One that breaks while it is used tells twice: here, and whoever asked.
      client.on('error', noted);
      const answer = await work(client);
      client.off('error', noted);
      client.release();
      setAway(false);
      return answer;
    } catch (error) {
      const isLost = !isClosed && isConnectionTrouble(error);
      client?.off('error', noted);
      client?.release(isConnectionTrouble(error));
      if (!isLost) throw refusalOf(error) ?? error;
      setAway(true);
      throw new StudioUnreachable(error);
    }
  }

  const queriesOf = (client: PoolClient): QueryClient => {
    // The extended protocol takes one statement only, whatever is in its text.
    const raw: QueryClient['raw'] = (text, values = []) => {
      const statement: QueryConfig & { queryMode: 'extended' } = { text, values: [...values], queryMode: 'extended' };
      return client.query(statement);
    };
    return {
      raw,
      script: (text) => client.query(text),
      query: async <Row>(...question: Parameters<typeof raw>) => (await raw(...question)).rows as Row[],
    };
  };

  function startListening(): void {
    const reconnect = () => {
      if (isClosed || ear.timer !== null) return;
      ear.client?.removeAllListeners();
      ear.client?.on('error', noted);
      ear.client?.end().catch(noted);
      ear.client = null;
      ear.timer = setTimeout(startListening, relistenDelayMs);
    };
    ear.timer = null;
    const client = new GuardedClient(clientOptions);
    ear.client = client;
    client.on('error', reconnect);
    client.on('end', reconnect);
    client.on('notification', ({ channel, payload = '' }) => heard.get(channel)?.(payload));
    const subscribe = async () => {
      await client.connect();
      for (const channel of heard.keys()) await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      // Whatever was said before it heard.
      for (const listener of heard.values()) listener('');
    };
    subscribe().catch(reconnect);
  }

  return {
    query: (text, values) => withClient((client) => queriesOf(client).query(text, values)),
    raw: (text, values) => withClient((client) => queriesOf(client).raw(text, values)),
    script: (text) => withClient((client) => queriesOf(client).script(text)),
    transaction: (work) =>
      withClient(async (client) => {
        await client.query('BEGIN');
        try {
          const answer = await work(queriesOf(client));
          await client.query('COMMIT');
          return answer;
        } catch (error) {
          if (!isConnectionTrouble(error)) await client.query('ROLLBACK');
          throw error;
        }
      }),
    get isAway() {
      return isAway;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    listen(channel, listener) {
      heard.set(channel, listener);
      if (heard.size === 1) setImmediate(() => (isClosed ? undefined : startListening()));
      else ear.client?.query(`LISTEN ${ear.client.escapeIdentifier(channel)}`).catch(noted);
    },
    async close() {
      isClosed = true;
      const { client, timer } = ear;
      if (timer !== null) clearTimeout(timer);
      client?.removeAllListeners();
      client?.on('error', noted);
      const allClosed = Promise.all([client?.end(), pool.end()].map((goodbye) => goodbye?.catch(noted)));
      const late = Promise.withResolvers<void>();
      const lateTimer = setTimeout(late.resolve, closeTimeoutMs);
      await Promise.race([allClosed, late.promise]);
      clearTimeout(lateTimer);
      for (const line of lines) line.destroy();
    },
  };
}

const noted = () => undefined;

/** Limits names without a schema to PostgreSQL's own, so that no other user can shadow them. */
async function narrowSearch(client: ClientBase): Promise<void> {
  await client.query(`SET search_path TO ''`);
}

/** What people can do something about, by PostgreSQL's SQLSTATE or the code of TLS. */
const refusals: Readonly<Record<string, PlainMessageKey>> = {
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

function refusalOf(error: unknown): StudioRefused | null {
  if (error instanceof PasswordWithheld)
    return new StudioRefused(msg('studio.refused.readablePassword'), { cause: error });
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const key =
    refusals[code] ??
    (/does not support SSL/i.test(message) ? 'studio.refused.plain' : undefined) ??
    (/password must be a string|no password/i.test(message) ? 'studio.refused.noPassword' : undefined);
  return key === undefined ? null : new StudioRefused(msg(key), { cause: error });
}

/** SQLSTATE classes of a server that is not there for anybody just now: connection trouble, no room, being shut down or restarted. */
const awayClasses = /^(08|53|57P)/;

/** True where it was the line, or the server as a whole, and not the question. */
function isConnectionTrouble(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof PasswordWithheld) return false;
  const { code } = error as Error & { code?: string };
  if (code !== undefined) return awayClasses.test(code) || code === '25P03' || /^E[A-Z]+$/.test(code);
  // pg's own errors of a broken line have no code.
  return /terminated|timeout|not queryable|ended|closed/i.test(error.message);
}
