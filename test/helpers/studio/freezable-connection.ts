/** A connection between one station and PostgreSQL that can be frozen: no data passes, and neither side is notified. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface FreezableConnection {
  readonly port: number;
  /** Freezes the open connections permanently and returns their number; new connections work. */
  freeze(): number;
  close(): Promise<void>;
}

/** @param port of the server, on 127.0.0.1 */
export async function openFreezableConnection(port: number): Promise<FreezableConnection> {
  const sockets = new Set<Socket>();
  const flowing = new Map<Socket, Socket>();
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ port, host: '127.0.0.1', noDelay: true });
    flowing.set(client, upstream);
    for (const [one, other] of [[client, upstream] as const, [upstream, client] as const]) {
      sockets.add(one);
      one.on('data', (bytes) => other.write(bytes));
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        if (flowing.delete(client)) other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    freeze() {
      const pairs = [...flowing];
      flowing.clear();
      for (const socket of pairs.flat()) socket.pause();
      return pairs.length;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
