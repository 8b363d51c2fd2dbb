import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server on a free local port. */
export class LocalServer {
  baseUrl = '';
  readonly #closing = new AbortController();
  /** Aborted by `close`. */
  readonly closing = this.#closing.signal;
  readonly #server: Server;

  /** @param onError gets errors of `answer`, except those of broken connections */
  constructor(
    answer: (message: IncomingMessage, response: ServerResponse) => Promise<void>,
    onError: (text: string) => void,
  ) {
    this.#server = createServer({ requestTimeout: 0, keepAliveTimeout: 60_000 }, (message, response) => {
      answer(message, response).catch((error: unknown) => {
        if (!message.socket.destroyed && !this.closing.aborted) onError(`the service itself failed: ${error}`);
        message.socket.destroy();
      });
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.baseUrl = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }
}
