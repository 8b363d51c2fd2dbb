import type { ClientConfig } from 'pg';
import { GuardedClient } from './guarded-client.ts';

const reconnectDelayMs = 2000;

/** A connection that only receives notifications, and reconnects after it breaks. */
export class NotificationConnection {
  readonly #config: ClientConfig;
  readonly #listeners = new Map<string, (topic: string) => void>();
  #client: GuardedClient | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(config: ClientConfig) {
    this.#config = config;
  }

  listen(channel: string, listener: (topic: string) => void): void {
    this.#listeners.set(channel, listener);
    if (this.#listeners.size === 1) setImmediate(() => this.#connect());
    else this.#client?.query(`LISTEN ${this.#client.escapeIdentifier(channel)}`).catch(ignore);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    const client = this.#client;
    client?.removeAllListeners();
    client?.on('error', ignore);
    await client?.end().catch(ignore);
  }

  #connect(): void {
    if (this.#isClosed) return;
    this.#timer = null;
    const client = new GuardedClient(this.#config);
    this.#client = client;
    const reconnect = () => this.#reconnectLater();
    client.on('error', reconnect);
    client.on('end', reconnect);
    client.on('notification', ({ channel, payload = '' }) => this.#listeners.get(channel)?.(payload));
    this.#subscribe(client).catch(reconnect);
  }

  async #subscribe(client: GuardedClient): Promise<void> {
    await client.connect();
    for (const channel of this.#listeners.keys()) await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
    // Notifications that were sent before this connection are lost.
    for (const listener of this.#listeners.values()) listener('');
  }

  #reconnectLater(): void {
    if (this.#isClosed || this.#timer !== null) return;
    this.#client?.removeAllListeners();
    this.#client?.on('error', ignore);
    this.#client?.end().catch(ignore);
    this.#client = null;
    this.#timer = setTimeout(() => this.#connect(), reconnectDelayMs);
  }
}

const ignore = () => undefined;
