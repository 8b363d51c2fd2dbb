/** A small real npm registry that serves packages of given files, optionally with a sign-in for tarballs. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as tar from 'tar';
import { closeServer, listen } from './listening.ts';

export type NpmRegistry = {
  url: string;
  /** `npm_config_…` variables that point npm at this registry, with its sign-in. */
  environment: Record<string, string>;
  /** Paths of the requested tarballs, whatever the response. */
  asked: string[];
  close(): Promise<void>;
};

export type Package = { name: string; version: string; files: Record<string, string | Buffer> };

/** Serves `packages` on a free port. With `token`, tarballs require it. */
export async function serveRegistry(packages: readonly Package[], token?: string): Promise<NpmRegistry> {
  const requestedPaths: string[] = [];
  const tarballs = new Map<string, { path: string; bytes: Buffer; of: Package }>();
  for (const of of packages) {
    tarballs.set(of.name, { path: `/-/${of.name}-${of.version}.tgz`, bytes: await pack(of), of });
  }
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    const tarball = [...tarballs.values()].find((entry) => entry.path === path);
    if (tarball) {
      requestedPaths.push(path);
      const isKnown = !token || request.headers.authorization === `Bearer ${token}`;
      response.writeHead(isKnown ? 200 : 401).end(isKnown ? tarball.bytes : undefined);
      return;
    }
    const entry = tarballs.get(path.slice(1));
    response.writeHead(entry ? 200 : 404, { 'content-type': 'application/json' });
    response.end(entry ? JSON.stringify(describe(entry.of, entry.bytes, `${url}${entry.path}`)) : '{}');
  });
  const port = await listen(server);
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    environment: {
      npm_config_registry: `${url}/`,
      ...(token ? { [`npm_config_//127.0.0.1:${port}/:_authToken`]: token } : {}),
    },
    asked: requestedPaths,
    close: () => closeServer(server),
  };
}

function describe(of: Package, bytes: Buffer, tarball: string): object {
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const shasum = createHash('sha1').update(bytes).digest('hex');
  return {
    name: of.name,
    'dist-tags': { latest: of.version },
    versions: { [of.version]: { name: of.name, version: of.version, dist: { tarball, integrity, shasum } } },
  };
}

async function pack(of: Package): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'burnish-registry-'));
  const files = { 'package.json': JSON.stringify({ name: of.name, version: of.version }), ...of.files };
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, 'package', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  const tarball = join(folder, 'package.tgz');
  await tar.c({ gzip: true, file: tarball, cwd: folder, portable: true }, ['package']);
  const bytes = await readFile(tarball);
  await rm(folder, { recursive: true, force: true });
  return bytes;
}
