/** A real HTTP proxy for tests that maps every host to one server and records its requests. */
import { createServer, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { listen } from './listening.ts';

export interface ScriptedProxy {
  /** `127.0.0.1:` and the port. */
  readonly name: string;
  /** In order of arrival: the method, the target, and the decoded name and password. */
  readonly asked: { readonly method: string; readonly target: string; readonly credentials: string | null }[];
  /** Cuts all connections and stops listening. */
  close(): Promise<void>;
}

export interface ProxyOptions {
  /** Port of the server on this computer that receives every request. */
  readonly port: number;
  /** The required `name:password`. */
  readonly credentials?: string;
  /** Refuses every connection with this status. */
  readonly refuses?: number;
  /** Accepts connections and never responds. */
  readonly silent?: true;
}

export async function startScriptedProxy(options: ProxyOptions): Promise<ScriptedProxy> {
  const requests: ScriptedProxy['asked'] = [];
  const sockets = new Set<Socket>();
  const note = (method: string, target: string, header: string | undefined) => {
    const credentials = header ? Buffer.from(header.replace('Basic ', ''), 'base64').toString() : null;
    requests.push({ method, target, credentials });
    if (options.refuses) return options.refuses;
    return options.credentials !== undefined && credentials !== options.credentials ? 407 : null;
  };
  const server = createServer((incoming, answer) => {
    const refused = note(incoming.method ?? '', incoming.url ?? '', incoming.headers['proxy-authorization']);
    if (options.silent) return;
    if (refused !== null) {
      // Respond after the whole request: a client that is still sending may see the connection close before the
      // response, and retry.
      incoming.resume().on('end', () => answer.writeHead(refused).end());
      return;
    }
    const { pathname, search } = new URL(incoming.url ?? '');
    const { method, headers } = incoming;
    const onward = request({ host: '127.0.0.1', port: options.port, path: pathname + search, method, headers });
    onward.on('response', (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    incoming.pipe(onward);
  });
  server.on('connect', ({ url, headers }, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    const refused = note('CONNECT', url ?? '', headers['proxy-authorization']);
    if (options.silent) return;
    if (refused !== null) {
      socket.end(`HTTP/1.1 ${refused} No\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const onward = connect(options.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    onward.on('error', () => socket.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const port = await listen(server);
  return {
    name: `127.0.0.1:${port}`,
    asked: requests,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
