/** The connection to a studio's PostgreSQL, which reconnects automatically and reports outages. */
import { Socket } from 'node:net';
import { type ClientBase, type ClientConfig, Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import { GuardedClient } from './guarded-client.ts';
import { NotificationConnection } from './notification-connection.ts';
import {
  isConnectionTrouble,
  type QueryClient,
  type StudioDatabase,
  StudioUnreachable,
  toStudioRefused,
} from './studio-database.ts';

/** Also of idle transactions, because a stopped station must not block the others. */
const queryTimeoutMs = 10_000;
/** A connection that is dead at its other end would never close. */
const closeTimeoutMs = 2000;

/** Opens a pool of one connection for queries, and another one for notifications once `listen` is called. */
export function openDatabase(config: ClientConfig): StudioDatabase {
  return new PooledDatabase(config);
}

class PooledDatabase implements StudioDatabase {
  readonly #sockets = new Set<Socket>();
  readonly #pool: Pool;
  readonly #notifications: NotificationConnection;
  readonly #listeners = new Set<() => void>();
  #isAway = false;
  #isClosed = false;

  constructor(config: ClientConfig) {
    const options = {
      ...config,
      query_timeout: queryTimeoutMs + 2000,
      statement_timeout: queryTimeoutMs,
      idle_in_transaction_session_timeout: queryTimeoutMs,
      stream: () => this.#openSocket(),
    };
    this.#pool = new Pool({ ...options, Client: GuardedClient, max: 1, idleTimeoutMillis: 0, onConnect: narrowSearch });
    // The pool drops a connection that breaks while it is idle.
    this.#pool.on('error', ignore);
    this.#notifications = new NotificationConnection(options);
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return this.#withClient((client) => queriesOf(client).query<Row>(text, values));
  }

  raw(text: string, values?: readonly unknown[]): Promise<QueryResult> {
    return this.#withClient((client) => queriesOf(client).raw(text, values));
  }

  script(text: string): Promise<QueryResult> {
    return this.#withClient((client) => queriesOf(client).script(text));
  }

  transaction<T>(work: (queries: QueryClient) => Promise<T>): Promise<T> {
    return this.#withClient(async (client) => {
      await client.query('BEGIN');
      try {
        const result = await work(queriesOf(client));
        await client.query('COMMIT');
        return result;
      } catch (error) {
        if (!isConnectionTrouble(error)) await client.query('ROLLBACK');
        throw error;
      }
    });
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  listen(channel: string, listener: (topic: string) => void): void {
    this.#notifications.listen(channel, listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const allClosed = Promise.all([this.#notifications.close(), this.#pool.end().catch(ignore)]);
    const timeout = Promise.withResolvers<void>();
    const timer = setTimeout(timeout.resolve, closeTimeoutMs);
    await Promise.race([allClosed, timeout.promise]);
    clearTimeout(timer);
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Remembers the socket: a server that refuses a client keeps it open for a minute, and this process alive. */
  #openSocket(): Socket {
    const socket = new Socket();
    this.#sockets.add(socket);
    return socket.once('close', () => this.#sockets.delete(socket));
  }

  async #withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    let client: PoolClient | null = null;
    try {
      client = await this.#pool.connect();
      // A broken connection also rejects the query.
      client.on('error', ignore);
      const result = await work(client);
      client.off('error', ignore);
      client.release();
      this.#setAway(false);
      return result;
    } catch (error) {
      const isTrouble = isConnectionTrouble(error);
      client?.off('error', ignore);
      client?.release(isTrouble);
      if (this.#isClosed || !isTrouble) throw toStudioRefused(error) ?? error;
      this.#setAway(true);
      throw new StudioUnreachable(error);
    }
  }

  #setAway(isAway: boolean): void {
    if (this.#isAway === isAway) return;
    this.#isAway = isAway;
    for (const listener of this.#listeners) listener();
  }
}

function queriesOf(client: PoolClient): QueryClient {
  // The extended protocol takes one statement only, whatever its text contains.
  const raw: QueryClient['raw'] = (text, values = []) => {
    const statement: QueryConfig & { queryMode: 'extended' } = { text, values: [...values], queryMode: 'extended' };
    return client.query(statement);
  };
  return {
    raw,
    script: (text) => client.query(text),
    query: async <Row>(...parameters: Parameters<typeof raw>) => (await raw(...parameters)).rows as Row[],
  };
}

const ignore = () => undefined;

/** Limits names without a schema to PostgreSQL's own, so that no other user can shadow them. */
async function narrowSearch(client: ClientBase): Promise<void> {
  await client.query(`SET search_path TO ''`);
}
