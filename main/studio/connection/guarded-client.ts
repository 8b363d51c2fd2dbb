import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { Client, type ClientConfig } from 'pg';
import { PasswordWithheld } from './studio-database.ts';

/** The part of the driver that answers a password request. */
interface Wire {
  readonly stream: Duplex;
  emit(event: 'error', error: Error): boolean;
  /** Answers a cleartext or MD5 request. SCRAM uses other messages. */
  password(answer: string): void;
}

/**
 * A connection that sends its password only with SCRAM, or after TLS has verified the server's certificate, because other programs can
 * listen at the address. On loopback, any user can use the port of a stopped server.
 */
export class GuardedClient extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    const { password } = this;
    // Keep the driver from reading a password in ~/.pgpass.
    if (typeof password !== 'string') Object.assign(this, { password: () => Promise.reject(new Error('no password')) });
    const { connection: wire } = this as unknown as { connection: Wire };
    const send = wire.password.bind(wire);
    wire.password = (answer) => {
      const { stream } = wire;
      if (stream instanceof TLSSocket && stream.authorized) return send(answer);
      wire.emit('error', new PasswordWithheld('The server asks for a password that others could read.'));
      stream.destroy();
    };
  }
}
