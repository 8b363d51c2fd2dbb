/** A server in place of PostgreSQL, over real TCP connections, that records what clients send. */
import { createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';
import { listen } from '../service/listening.ts';
import { serverIdentity } from '../service/test-authority.ts';

/** One connection: the received bytes, decrypted, and whether it has ended. */
interface RecordedConnection {
  heard: string;
  isOver: boolean;
}

/**
 * Starts a server that is closed after the test. It sends one answer after each message of a client, then closes the
 * connection.
 * @param isSecure accepts the client's request for encryption first
 */
export async function startRecordingServer(answers: readonly Buffer[], isSecure = false) {
  const sockets = new Set<Socket>();
  const connections: RecordedConnection[] = [];
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    const connection = { heard: '', isOver: false };
    connections.push(connection);
    socket.on('close', () => (connection.isOver = true));
    const respond = (stream: Socket) => {
      const left = [...answers];
      stream.on('error', () => undefined);
      stream.on('data', (bytes) => {
        connection.heard += bytes.toString('latin1');
        const next = left.shift();
        if (next) stream.write(next);
        else stream.end();
      });
    };
    if (!isSecure) return respond(socket);
    socket.once('data', () => {
      socket.write('S');
      respond(new TLSSocket(socket, { isServer: true, ...serverIdentity }));
    });
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const port = await listen(server);
  return { port, connections, heard: () => connections.map(({ heard }) => heard).join('\n') };
}
