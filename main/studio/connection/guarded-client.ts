/** A connection to PostgreSQL that never sends its password in a form that others can read. */
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { Client, type ClientConfig } from 'pg';

/** The server asked for the password in a form that it, or a listener in between, could read or guess. */
export class PasswordWithheld extends Error {
  override name = 'PasswordWithheld';
}

/** The part of the driver's own connection that answers a server's question for the password. */
interface Wire {
  readonly stream: Duplex;
  emit(event: 'error', error: Error): boolean;
  /** Sends the answer to a cleartext or MD5 question. SCRAM uses other messages. */
  password(answer: string): void;
}

/**
 * Answers SCRAM, which proves that the client knows the password and does not send it. Answers a cleartext or MD5 question only if
 * TLS has verified the server's certificate: otherwise any program that listens at the address could ask. Loopback addresses are no
 * exception, because any user of this computer can listen on a port whose server does not run.
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
