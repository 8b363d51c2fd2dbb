/** The address of a studio's database as a user gives it, and how it is connected to. */
import ipaddr from 'ipaddr.js';
import type { ClientConfig } from 'pg';
import { msg, type PlainMessageKey, UserFacingError } from '../../../contract/messages/message.ts';

export * from './password.ts';

export interface StudioAddress {
  /** A name, a number without brackets, or the absolute path of a folder with a socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
}

const defaultPort = 5432;
const defaultName = 'burnish';

/**
 * Reads `postgres://[user@]host[:port]/database`, or `host[:port][/database]`; a socket's folder instead of the host is written
 * as it is, or percent-encoded. What it says of an address it does not read has nothing of the text, in which a password may be.
 * @throws UserFacingError
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

/** As browsers read hosts: names in small letters, numbers in the form that has no other. */
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

/** PostgreSQL takes 63 bytes; names with an `@` or `/` are more likely a password that was not written as such. */
function nameIn(encoded: string): string | null {
  const name = encoded === '' ? defaultName : decoded(encoded);
  return name !== null && Buffer.byteLength(name) <= 63 && /^[^\p{C}\s/@:?#]+$/u.test(name) ? name : null;
}

const refused = (key: PlainMessageKey) => new UserFacingError(msg(key));

/** True for this computer, which nothing that is sent there leaves. */
export function isLocalHost(host: string): boolean {
  if (host.startsWith('/')) return true;
  return host.toLowerCase() === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');
}

/** For people and logs; nobody's name is in it. `readAddress` reads it. */
export function formatAddress({ host, port, database }: StudioAddress): string {
  const shown = host.startsWith('/') ? encodeURIComponent(host) : host.includes(':') ? `[${host}]` : host;
  return `postgres://${shown}${port === defaultPort ? '' : `:${port}`}/${database}`;
}

export interface ConnectionSecrets {
  /** Null where the database asks for none. */
  readonly password: string | null;
  /** PEM: the authorities that may vouch for the database, instead of those that are trusted otherwise. */
  readonly certificates?: string;
}

/**
 * Beyond this computer the connection is encrypted, and the database's certificate has to be good for its address; where that cannot
 * be had, there is no connection. Waits are in ms.
 */
export function connectionOptions(address: StudioAddress, { password, certificates }: ConnectionSecrets): ClientConfig {
  const { host, port, database, user } = address;
  const ssl = {
    rejectUnauthorized: true,
    // A number is no server name (RFC 6066); certificates are checked against it all the same.
    ...(ipaddr.isValid(host) ? {} : { servername: host }),
    ...(certificates === undefined ? {} : { ca: certificates }),
  };
  return {
    ...{ host, port, database, user, application_name: 'burnish' },
    ...(password === null ? {} : { password }),
    ssl: isLocalHost(host) ? false : ssl,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}
