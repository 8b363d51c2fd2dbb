/** Brings one result home: from its address to a file, capped, checked, and without the API key. */
import { rm } from 'node:fs/promises';
import { resultAddress } from './address.ts';
import {
  downgrade,
  expiredResult,
  outOfBounds,
  resultFailure,
  tooLarge,
  unencryptedOnly,
} from './errors/result-failures.ts';
import { interruptedFailure, responseFailure } from './errors/to-service-failure.ts';
import { type AddressScope, refusedAddress, scopeOfHost } from './http/address-scope.ts';
import { type HttpResponse, RequestInterrupted, sendRequest } from './http/http-request.ts';
import type { ImageMime } from './http/sniff-image.ts';
import type { Service } from './json-request.ts';
import { containsKey, restoreKey } from './redact-key.ts';
import { ImageWriter } from './result-image-writer.ts';
import { ServiceFailure } from './service-failure.ts';

export interface DownloadOptions {
  readonly signal?: AbortSignal;
  /** Share received, 0 to 1; called only once at the end when the length was not announced. */
  readonly onProgress?: (fraction: number) => void;
  /** Largest file accepted, in bytes. */
  readonly maxBytes?: number;
  /** How far the service reached that named the address; absent = as far as its own address says. */
  readonly namedFrom?: AddressScope | undefined;
}

export interface Downloaded {
  readonly bytes: number;
  readonly mime: ImageMime;
  /** It came unencrypted from a service that is asked encrypted. */
  readonly inTheOpen: boolean;
}

export interface DownloadFrom extends DownloadOptions {
  readonly service: Service;
  /** Hosts that have no https, as far as was found out; added to. */
  readonly withoutTls: Set<string>;
}

/** Of one file. */
const maxDownloadBytes = 512 * 1024 * 1024;
const maxRedirects = 5;

/**
 * Downloads the image at `url` to `toPath`, which is replaced; on failure nothing stays there. The result is checked by its first
 * bytes and its announced length. What an https service names with http is asked for with https first.
 * Throws ServiceFailure, or the signal's reason.
 */
export async function download(url: string, toPath: string, from: DownloadFrom): Promise<Downloaded> {
  const service = new URL(from.service.baseUrl);
  const namedFrom = from.namedFrom ?? scopeOfHost(service.hostname);
  const address = resultAddress(filled(url, from.service), namedFrom);
  if (service.protocol !== 'https:' || address.protocol !== 'http:') {
    return { ...(await follow(address, toPath, from, namedFrom)), inTheOpen: false };
  }
  const failed = from.withoutTls.has(address.host) ? null : await triedEncrypted();
  if (failed !== null && 'mime' in failed) return { ...failed, inTheOpen: false };
  if (!from.service.plainResults) throw failed !== null && isPassing(failed) ? failed : unencryptedOnly();
  const found = await follow(address, toPath, from, namedFrom);
  if (failed?.subject === 'network') from.withoutTls.add(address.host);
  return { ...found, inTheOpen: true };

  function triedEncrypted() {
    return follow(encrypted(address), toPath, from, namedFrom).catch((error: unknown) => {
      if (canRetryUnencrypted(error)) return error;
      throw error;
    });
  }
}

/** True where the network is down, or the host has more to do than it can: that says nothing of https. */
function isPassing({ kind, code, httpStatus }: ServiceFailure): boolean {
  return kind === 'wait' && (httpStatus !== undefined || /^(ENOTFOUND|EAI_|ENET|EADDRNOTAVAIL)/.test(code));
}

/** The address with the key where the service had put it: only at the service itself, and nothing for any other place. */
function filled(url: string, { baseUrl, key }: Service): string {
  if (!containsKey(url, key)) return url;
  return URL.parse(url)?.origin === new URL(baseUrl).origin ? restoreKey(url, key) : '';
}

function encrypted(address: URL): URL {
  const secure = new URL(address);
  secure.protocol = 'https:';
  return secure;
}

/** What another way to the same file does not change. */
const ownCodes: ReadonlySet<string> = new Set(['RESULT_ADDRESS', 'RESULT_ADDRESS_INSIDE', 'RESULT_TOO_LARGE']);

/** True for what says only that the result cannot be fetched with https. */
function canRetryUnencrypted(error: unknown): error is ServiceFailure {
  return error instanceof ServiceFailure && error.subject !== 'disk' && !ownCodes.has(error.code);
}

/** Follows the redirects from `address`: each is judged, and none leads from https to http. */
async function follow(
  start: URL,
  toPath: string,
  { service, ...options }: DownloadFrom,
  namedFrom: AddressScope,
): Promise<{ bytes: number; mime: ImageMime }> {
  let address = start;
  try {
    for (let hops = 0; hops <= maxRedirects; hops += 1) {
      const step = await sendRequest(
        {
          method: 'GET',
          canRepeat: true,
          url: address,
          headers: { accept: 'image/*' },
          timeouts: service.timeouts,
          routes: service.routes,
          signal: options.signal,
          namedFrom,
          resolve: service.resolve,
        },
        (reply) => readReply(reply, toPath, options),
      );
      if ('mime' in step) return step;
      const next = resultAddress(filled(URL.parse(step.redirect, address.href)?.href ?? '', service), namedFrom);
      if (address.protocol === 'https:' && next.protocol === 'http:') throw downgrade();
      address = next;
    }
    throw resultFailure('RESULT_REDIRECTS', 'service.result.circles');
  } catch (error) {
    await rm(toPath, { force: true }).catch(() => undefined);
    if (!(error instanceof RequestInterrupted)) throw error;
    throw error.code === refusedAddress ? outOfBounds() : interruptedFailure('other', error);
  }
}

async function readReply(
  reply: HttpResponse,
  toPath: string,
  options: DownloadOptions,
): Promise<{ bytes: number; mime: ImageMime } | { redirect: string }> {
  const { status, headers } = reply;
  if (status >= 300 && status < 400 && headers.location) return { redirect: headers.location };
  if (status === 401 || status === 403 || status === 404 || status === 410) throw expiredResult(status);
  if (status !== 200) throw responseFailure('other', reply, null);
  const maxBytes = Math.min(options.maxBytes ?? maxDownloadBytes, maxDownloadBytes);
  const announced = headers['content-length'] === undefined ? null : Number(headers['content-length']);
  if (announced !== null && announced > maxBytes) throw tooLarge();
  const writer = await ImageWriter.open(toPath, maxBytes);
  try {
    for await (const chunk of reply.chunks) {
      await writer.write(chunk);
      if (announced) options.onProgress?.(Math.min(writer.bytes / announced, 1));
    }
    const mime = writer.finish(announced === null && !('transfer-encoding' in headers));
    if (!announced) options.onProgress?.(1);
    return { bytes: writer.bytes, mime };
  } finally {
    await writer.close();
  }
}
