import { createWriteStream, readFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { decodePercent } from '../service/http/network/proxy-settings.ts';
import type { KeyStore } from '../service/keys/key-store.ts';
import type { Store } from '../store/index.ts';
import type { CrashReports } from './crash-reports.ts';
import { type PublicFolders, redactNames } from './redact-names.ts';
import { type KnownSecrets, redactSecrets } from './redact-secrets.ts';

export interface RedactionContext {
  readonly places: PublicFolders;
  readonly secrets: KnownSecrets;
}

export function createRedactionContext(
  codeFolder: string,
  store: Pick<Store, 'folder' | 'profiles' | 'settings'>,
  keys: Pick<KeyStore, 'all'>,
): RedactionContext {
  return {
    places: { app: codeFolder, data: store.folder, home: homedir() },
    secrets: { keys: knownKeys(store, keys), hosts: knownHosts(store) },
  };
}

/** Returns the keys of services and the passwords of proxy and studio; a part of `name:password` is a secret too. */
function knownKeys(store: Pick<Store, 'settings'>, keys: Pick<KeyStore, 'all'>): string[] {
  const studioKeys = readStudioPassword(store.settings.read().studio?.passwordFile ?? '');
  return [...keys.all(), ...studioKeys].flatMap((key) => {
    const password = key.slice(key.indexOf(':') + 1);
    return [key, password, decodePercent(password)];
  });
}

function readStudioPassword(file: string): string[] {
  try {
    return file === '' ? [] : readFileSync(file, 'utf8').split(/\r?\n/, 1);
  } catch {
    return []; // If it cannot be read, the process does not have it either.
  }
}

function knownHosts({ profiles, settings }: Pick<Store, 'profiles' | 'settings'>): string[] {
  const { proxyAddress, studio } = settings.read();
  const addresses = [...profiles.list().map(({ baseUrl }) => baseUrl), proxyAddress, studio?.address ?? ''];
  const hosts = addresses.map(
    (address) => URL.parse(/^\w+:\/\//.test(address) ? address : `tcp://${address}`)?.hostname,
  );
  return [hostname(), ...hosts.filter((host) => host !== undefined)];
}

/** Returns null if the report is missing. @param names see `redactNames` */
export function redactReport(
  reports: Pick<CrashReports, 'text'>,
  id: string,
  { places, secrets }: RedactionContext,
  names?: Map<string, number>,
): string | null {
  const text = reports.text(id);
  return text === null ? null : redactNames(redactSecrets(text, secrets), places, names);
}

/** Writes all reports to an archive, without dumps, which may contain anything. */
export async function zipReports(reports: CrashReports, context: RedactionContext, scratch: string): Promise<string> {
  const archive = new ZipFile();
  const names = new Map<string, number>();
  for (const { id } of reports.list()) {
    const text = redactReport(reports, id, context, names);
    if (text !== null) archive.addBuffer(Buffer.from(text), `${id}.txt`);
  }
  archive.end();
  const path = join(scratch, 'reports.zip');
  await pipeline(archive.outputStream, createWriteStream(path, { flags: 'wx' }));
  return path;
}
