/** The address of a studio's database, and the options of a connection. */
import ipaddr from 'ipaddr.js';
import type { ClientConfig } from 'pg';
import { msg, type PlainMessageKey, UserFacingError } from '../../../contract/messages/message.ts';

export interface StudioAddress {
  /** A name, an IP address without brackets, or the absolute path of a folder with a socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
}

const defaultPort = 5432;
const defaultName = 'burnish';

/**
 * Parses `postgres://[user@]host[:port]/database` or `host[:port][/database]`. The folder of a socket can replace the host, plain or
 * percent-encoded.
 * @throws UserFacingError without any of the text, which may contain a password
 */
export function readAddress(text: string): StudioAddress {
  const url = URL.parse(asUrl(text.trim()));
  if (url === null) throw refused('studio.address.unreadable');
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:') throw refused('studio.address.otherDatabase');
  if (url.password !== '') throw refused('studio.address.password');
  if (url.search !== '' || url.hash !== '') throw refused('studio.address.query');
  const host = hostOf(url.hostname);
  const port = url.port === '' ? defaultPort : Number(url.port);
  const database = nameIn(url.pathname.replace(/^\/|\/$/g, ''));
  const user = nameIn(url.username);
  if (host === null || port === 0 || database === null || user === null) throw refused('studio.address.unreadable');
  return { host, port, database, user };
}

function asUrl(text: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  if (text.startsWith('/')) return `postgres://${encodeURIComponent(text)}`;
  return `postgres://${ipaddr.IPv6.isValid(text) ? `[${text}]` : text}`;
}

/** Returns the host in a browser's canonical form. */
function hostOf(hostname: string): string | null {
  const folder = decoded(hostname);
  if (folder?.startsWith('/')) return folder;
  const { hostname: host = '' } = URL.parse(`http://${hostname}`) ?? {};
  const plain = host.replace(/^\[|\]$|\.$/g, '');
  return /^[a-z0-9._:-]+$/.test(plain) ? plain : null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Rejects names with `@` or `/`, which are more likely part of a password. */
function nameIn(encoded: string): string | null {
  const name = encoded === '' ? defaultName : decoded(encoded);
  return name !== null && Buffer.byteLength(name) <= 63 && /^[^\p{C}\s/@:?#]+$/u.test(name) ? name : null;
}

const refused = (key: PlainMessageKey) => new UserFacingError(msg(key));

/** Whether data sent to a host stays on this computer. */
export function isLocalHost(host: string): boolean {
  if (host.startsWith('/')) return true;
  return host.toLowerCase() === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');
}

/** Formats an address for people and logs, without the user. `readAddress` parses it. */
export function formatAddress({ host, port, database }: StudioAddress): string {
  const shown = host.startsWith('/') ? encodeURIComponent(host) : host.includes(':') ? `[${host}]` : host;
  return `postgres://${shown}${port === defaultPort ? '' : `:${port}`}/${database}`;
}

interface ConnectionSecrets {
  readonly password: string | null;
  /** PEM; replaces the system's certificate authorities. */
  readonly certificates?: string;
}

/** Returns options that require TLS with a valid certificate for every other computer. */
export function connectionOptions(address: StudioAddress, { password, certificates }: ConnectionSecrets): ClientConfig {
  const { host, port, database, user } = address;
  const ssl = {
    rejectUnauthorized: true,
    // An IP address is no server name (RFC 6066).
    ...(ipaddr.isValid(host) ? {} : { servername: host }),
    ...(certificates === undefined ? {} : { ca: certificates }),
  };
  return {
    host,
    port,
    database,
    user,
    application_name: 'burnish',
    ...(password === null ? {} : { password }),
    ssl: isLocalHost(host) ? false : ssl,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}
