/** Downloads one result to a file, without the API key. */
import { rm } from 'node:fs/promises';
import { ServiceFailure } from '../errors/service-failure.ts';
import { interruptedFailure, responseFailure } from '../errors/to-service-failure.ts';
import { type AddressScope, refusedAddress, scopeOfHost } from '../http/address-scope.ts';
import { type HttpResponse, RequestInterrupted, sendRequest } from '../http/http-request.ts';
import type { ImageMime } from '../http/sniff-image.ts';
import { containsKey, restoreKey } from '../keys/redact-key.ts';
import { resultAddress } from '../requests/address.ts';
import type { Service } from '../requests/json-request.ts';
import {
  downgradeFailure,
  expiredFailure,
  outOfBoundsFailure,
  resultFailure,
  tooLargeFailure,
  unencryptedFailure,
} from './result-failures.ts';
import { ImageWriter } from './result-image-writer.ts';

export interface DownloadOptions {
  readonly signal?: AbortSignal;
  /** Called only at the end if the length is unknown. */
  readonly onProgress?: (fraction: number) => void;
  readonly maxBytes?: number;
  /** Scope of the service that named the address; default: by its own address. */
  readonly namedFrom?: AddressScope | undefined;
}

export interface Downloaded {
  readonly bytes: number;
  readonly mime: ImageMime;
  /** Whether it came unencrypted although the service itself is encrypted. */
  readonly isUnencrypted: boolean;
}

export interface DownloadFrom extends DownloadOptions {
  readonly service: Service;
  /** Hosts known to lack https; added to. */
  readonly withoutTls: Set<string>;
}

const maxDownloadBytes = 512 * 1024 * 1024;
const maxRedirects = 5;

/**
 * Replaces `toPath`, or removes it on failure. Checks the first bytes and the announced length. Tries https first if an
 * https service names an http address.
 * @throws ServiceFailure, or the signal's reason
 */
export async function download(url: string, toPath: string, from: DownloadFrom): Promise<Downloaded> {
  const service = new URL(from.service.baseUrl);
  const namedFrom = from.namedFrom ?? scopeOfHost(service.hostname);
  const address = resultAddress(restoreKeyInAddress(url, from.service), namedFrom);
  if (service.protocol !== 'https:' || address.protocol !== 'http:') {
    return { ...(await followRedirects(address, toPath, from, namedFrom)), isUnencrypted: false };
  }
  const attempt = from.withoutTls.has(address.host) ? null : await tryHttps();
  if (attempt !== null && 'mime' in attempt) return { ...attempt, isUnencrypted: false };
  if (!from.service.plainResults) throw attempt !== null && isTemporary(attempt) ? attempt : unencryptedFailure();
  const result = await followRedirects(address, toPath, from, namedFrom);
  if (attempt?.subject === 'network') from.withoutTls.add(address.host);
  return { ...result, isUnencrypted: true };

  function tryHttps() {
    return followRedirects(toHttps(address), toPath, from, namedFrom).catch((error: unknown) => {
      if (canRetryUnencrypted(error)) return error;
      throw error;
    });
  }
}

function isTemporary({ kind, code, httpStatus }: ServiceFailure): boolean {
  return kind === 'wait' && (httpStatus !== undefined || /^(ENOTFOUND|EAI_|ENET|EADDRNOTAVAIL)/.test(code));
}

/** Returns '' for an address elsewhere that contains the key. */
function restoreKeyInAddress(url: string, { baseUrl, key }: Service): string {
  if (!containsKey(url, key)) return url;
  return URL.parse(url)?.origin === new URL(baseUrl).origin ? restoreKey(url, key) : '';
}

function toHttps(address: URL): URL {
  const secure = new URL(address);
  secure.protocol = 'https:';
  return secure;
}

const schemeIndependentCodes: ReadonlySet<string> = new Set([
  'RESULT_ADDRESS',
  'RESULT_ADDRESS_INSIDE',
  'RESULT_TOO_LARGE',
]);

function canRetryUnencrypted(error: unknown): error is ServiceFailure {
  return error instanceof ServiceFailure && error.subject !== 'disk' && !schemeIndependentCodes.has(error.code);
}

async function followRedirects(
  start: URL,
  toPath: string,
  { service, ...options }: DownloadFrom,
  namedFrom: AddressScope,
): Promise<{ bytes: number; mime: ImageMime }> {
  let address = start;
  try {
    for (let redirectCount = 0; redirectCount <= maxRedirects; redirectCount += 1) {
      const outcome = await sendRequest(
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
        (response) => readResponse(response, toPath, options),
      );
      if ('mime' in outcome) return outcome;
      const next = resultAddress(
        restoreKeyInAddress(URL.parse(outcome.redirect, address.href)?.href ?? '', service),
        namedFrom,
      );
      if (address.protocol === 'https:' && next.protocol === 'http:') throw downgradeFailure();
      address = next;
    }
    throw resultFailure('RESULT_REDIRECTS', 'service.result.circles');
  } catch (error) {
    await rm(toPath, { force: true }).catch(() => undefined);
    if (!(error instanceof RequestInterrupted)) throw error;
    throw error.code === refusedAddress ? outOfBoundsFailure() : interruptedFailure('other', error);
  }
}

async function readResponse(
  response: HttpResponse,
  toPath: string,
  options: DownloadOptions,
): Promise<{ bytes: number; mime: ImageMime } | { redirect: string }> {
  const { status, headers } = response;
  if (status >= 300 && status < 400 && headers.location) return { redirect: headers.location };
  if (status === 401 || status === 403 || status === 404 || status === 410) throw expiredFailure(status);
  if (status !== 200) throw responseFailure('other', response, null);
  const maxBytes = Math.min(options.maxBytes ?? maxDownloadBytes, maxDownloadBytes);
  const announcedBytes = headers['content-length'] === undefined ? null : Number(headers['content-length']);
  if (announcedBytes !== null && announcedBytes > maxBytes) throw tooLargeFailure();
  const writer = await ImageWriter.open(toPath, maxBytes);
  try {
    for await (const chunk of response.chunks) {
      await writer.write(chunk);
      if (announcedBytes) options.onProgress?.(Math.min(writer.bytes / announcedBytes, 1));
    }
    const mime = writer.finish(announcedBytes === null && !('transfer-encoding' in headers));
    if (!announcedBytes) options.onProgress?.(1);
    return { bytes: writer.bytes, mime };
  } finally {
    await writer.close();
  }
}
