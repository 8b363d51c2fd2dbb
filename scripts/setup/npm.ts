/** Finds packages through the user's npm, so that private registries, mirrors and proxies work as configured. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import http from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DownloadFailure, download, integrityOf } from './download.ts';
import type { ProgressReporter } from './progress-output.ts';

const run = promisify(execFile);

/** npm failed, usually because there is no network. */
export class RegistryFailure extends Error {
  override name = 'RegistryFailure';
}

/** Runs npm and returns its output. npm does not retry, because the caller does. */
async function npm(args: string[]): Promise<string> {
  const withoutRetries = ['--fetch-retries=0', '--fetch-timeout=20000'];
  // npm passes the path of its script to scripts; this Node runs it without a shell.
  const script = process.env.npm_execpath;
  const viaScript = script !== undefined && /\.c?js$/.test(script);
  const command = viaScript ? process.execPath : 'npm';
  const { stdout } = await run(command, [...(viaScript ? [script] : []), ...args, ...withoutRetries], {
    maxBuffer: 16e6,
    shell: !viaScript && process.platform === 'win32',
  });
  return stdout.trim();
}

/**
 * Returns the URL and hash of the tarball of `spec` (`name@version`).
 * @throws {RegistryFailure}
 */
async function tarballAddress(spec: string): Promise<{ url: string; integrity: string }> {
  try {
    const dist = JSON.parse(await npm(['view', spec, 'dist', '--json'])) as Record<string, unknown>;
    if (typeof dist.tarball !== 'string' || typeof dist.integrity !== 'string') throw new Error('no tarball');
    return { url: dist.tarball, integrity: dist.integrity };
  } catch (cause) {
    throw new RegistryFailure(`The npm registry could not be queried for ${spec}.`, { cause });
  }
}

let proxy: Promise<void> | undefined;

/** Reads the configuration once for all downloads. */
function applyNpmProxy(): Promise<void> {
  proxy ??= readProxy();
  return proxy;
}

/** Sends this program's requests through the proxy of npm's configuration, if there is one. */
async function readProxy(): Promise<void> {
  const environment = { ...process.env };
  for (const [setting, variable] of [
    ['https-proxy', 'https_proxy'],
    ['proxy', 'http_proxy'],
    ['noproxy', 'no_proxy'],
  ] as const) {
    if (environment[variable] || environment[variable.toUpperCase()]) continue;
    const value = await npm(['config', 'get', setting]).catch(() => 'null');
    if (value && value !== 'null' && value !== 'undefined') environment[variable] = value;
  }
  if (environment.https_proxy || environment.HTTPS_PROXY || environment.http_proxy || environment.HTTP_PROXY) {
    http.setGlobalProxyFromEnv(environment);
  }
}

/**
 * Downloads the tarball of `spec` to `to`, resumable, and verified against `integrity` (or the registry's hash). If the
 * direct request is refused or unanswered, npm downloads it, with the user's login and certificates.
 * @throws {RegistryFailure | DownloadFailure}
 */
export async function fetchTarball(
  spec: string,
  to: string,
  reporter: ProgressReporter,
  label: string,
  integrity?: string,
): Promise<void> {
  const [address] = await Promise.all([tarballAddress(spec), applyNpmProxy()]);
  const expected = integrity ?? address.integrity;
  try {
    await download({
      url: address.url,
      to,
      integrity: expected,
      onProgress: (done, total) => reporter.progress(label, done, total),
    });
  } catch (error) {
    if (!(error instanceof DownloadFailure) || error.kind === 'damaged') throw error;
    await packWithNpm(spec, to);
    if ((await integrityOf(to, expected)) !== expected) {
      await rm(to, { force: true });
      throw new DownloadFailure('damaged', `The npm download of ${spec} is not the expected file.`);
    }
  } finally {
    reporter.finished(label);
  }
}

async function packWithNpm(spec: string, to: string): Promise<void> {
  const folder = `${to}.packed`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await npm(['pack', spec, '--silent', '--pack-destination', folder]);
  const [tarball] = await readdir(folder);
  if (!tarball) throw new RegistryFailure(`npm downloaded nothing for ${spec}.`);
  await rename(join(folder, tarball), to);
  await rm(folder, { recursive: true, force: true });
}
