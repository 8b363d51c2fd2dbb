/** A TCP proxy for PostgreSQL that counts bytes and statements of unencrypted connections. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Traffic {
  readonly statements: number;
  /** Bytes from the clients and to them. */
  readonly sent: number;
  readonly received: number;
  /** Count of each statement by its first characters. */
  readonly texts: ReadonlyMap<string, number>;
}

export interface Wire {
  readonly port: number;
  traffic(): Traffic;
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1 for clients of the server at `port`. */
export async function openWire(port: number): Promise<Wire> {
  let [statements, sent, received] = [0, 0, 0];
  const texts = new Map<string, number>();
  const sockets = new Set<Socket>();
  const countStatement = (text: string) => {
    statements += 1;
    texts.set(text, (texts.get(text) ?? 0) + 1);
  };
  const server = createServer({ noDelay: true }, (client) => {
    const database = connect({ port, host: '127.0.0.1', noDelay: true });
    const read = statementsIn(countStatement);
    client.on('data', (bytes: Buffer) => {
      sent += bytes.length;
      read(bytes);
      database.write(bytes);
    });
    database.on('data', (bytes: Buffer) => {
      received += bytes.length;
      client.write(bytes);
    });
    for (const [from, to] of [[client, database] as const, [database, client] as const]) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('end', () => to.end());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    traffic: () => ({ statements, sent, received, texts: new Map(texts) }),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Returns the traffic since `before`. */
export function since(before: Traffic, now: Traffic): Traffic {
  const texts = [...now.texts].map(([text, count]) => [text, count - (before.texts.get(text) ?? 0)] as const);
  return {
    statements: now.statements - before.statements,
    sent: now.sent - before.sent,
    received: now.received - before.received,
    texts: new Map(texts.filter(([, count]) => count > 0)),
  };
}

/**
 * Parses the messages of a client (PostgreSQL documentation, "Message Formats"): after a first one without a type, each has a
 * type (1 byte), a length (4 bytes, itself included) and a body. Q is a statement, P the text of one that E executes.
 */
function statementsIn(onStatement: (text: string) => void): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
  let parsed = '';
  return (bytes) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    for (;;) {
      const head = isFirst ? 0 : 1;
      if (rest.length < head + 4) return;
      const end = head + rest.readInt32BE(head);
      if (rest.length < end) return;
      const type = isFirst ? '' : String.fromCharCode(rest[0] ?? 0);
      const body = rest.subarray(head + 4, end);
      if (type === 'Q') onStatement(beginningOf(body));
      else if (type === 'P') parsed = beginningOf(body.subarray(body.indexOf(0) + 1));
      else if (type === 'E') onStatement(parsed);
      isFirst = false;
      rest = rest.subarray(end);
    }
  };
}

const beginningOf = (text: Buffer) =>
  text.toString('utf8', 0, 400).split('\0', 1)[0]?.replace(/\s+/g, ' ').trim().slice(0, 90) ?? '';
