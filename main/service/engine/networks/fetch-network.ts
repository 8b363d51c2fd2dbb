import { mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Message, msg, UserFacingError } from '../../../../contract/messages/message.ts';
import type { CatalogNetwork } from '../../../../contract/services/networks.ts';
import { describeProxyError } from '../../errors/network-codes.ts';
import { type HttpResponse, RequestInterrupted, sendRequest } from '../../http/http-request.ts';
import type { Routes } from '../../http/network/http-agents.ts';
import { defaultTimeouts, type Timeouts } from '../../http/transfer-timeouts.ts';
import { checksumOf } from './checksums.ts';
import { createRetryPolicy, type RetryOptions } from './download-retries.ts';

export interface NetworkFetch {
  /** `bytes` is approximate. */
  readonly network: Pick<CatalogNetwork, 'title' | 'address' | 'bytes' | 'checksum'>;
  /** The final path; `<to>.part` holds the bytes until they are verified. */
  readonly to: string;
  readonly routes?: Routes | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (doneBytes: number) => void;
  readonly onChecking: () => void;
  readonly timeouts?: Partial<Timeouts>;
  readonly retries?: RetryOptions;
  /** Whether addresses may lack https and be local, as in tests. */
  readonly canBePlain?: boolean;
}

const minFreeBytes = 200_000_000;
/** A larger file is another one. */
const maxSizeFactor = 2;
const maxRedirects = 5;

export const partialPath = (path: string): string => `${path}.part`;

/**
 * Resumes with a Range request. The part stays after a failure, unless its checksum is wrong.
 * @throws UserFacingError, or the signal's reason
 */
export async function fetchNetwork(fetch: NetworkFetch): Promise<void> {
  const { network, to, signal } = fetch;
  const part = partialPath(to);
  try {
    await mkdir(dirname(to), { recursive: true });
    await assertDiskSpace(network, part);
    await fetchWithRetries(fetch, part);
    fetch.onChecking();
    if ((await checksumOf(part, network.checksum, signal)) !== network.checksum) {
      await rm(part, { force: true });
      throw new UserFacingError(msg('networks.damaged', { network: network.title }));
    }
    await rename(part, to);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw error instanceof UserFacingError ? error : new UserFacingError(toMessage(error, fetch), { cause: error });
  }
}

async function fetchWithRetries(fetch: NetworkFetch, part: string): Promise<void> {
  let haveBytes = await fileSize(part);
  const nextDelay = createRetryPolicy(haveBytes, fetch.retries);
  for (;;) {
    try {
      return await fetchRest(fetch, part, haveBytes);
    } catch (error) {
      if (!(error instanceof RequestInterrupted) || error.proxy !== null) throw error;
      haveBytes = await fileSize(part);
      const delayMs = nextDelay(haveBytes);
      if (delayMs === null) throw error;
      await wait(delayMs, undefined, { signal: fetch.signal });
    }
  }
}

async function fetchRest(fetch: NetworkFetch, part: string, haveBytes: number): Promise<void> {
  let url = new URL(fetch.network.address);
  for (let redirectCount = 0; redirectCount <= maxRedirects; redirectCount += 1) {
    if (url.protocol !== 'https:' && !fetch.canBePlain) throw new UserFacingError(msg('networks.unsafe'));
    const next = await sendRequest(
      {
        method: 'GET',
        canRepeat: true,
        url,
        headers: { 'accept-encoding': 'identity', ...(haveBytes > 0 ? { range: `bytes=${haveBytes}-` } : {}) },
        timeouts: { ...defaultTimeouts, grace: 24 * 60 * 60_000, ...fetch.timeouts },
        routes: fetch.routes,
        signal: fetch.signal,
        namedFrom: fetch.canBePlain ? 'computer' : 'internet',
      },
      (response) => readResponse(response, fetch, part, haveBytes),
    );
    if (next === null) return;
    const address = URL.parse(next, url.href);
    if (address === null) break;
    url = address;
  }
  throw new UserFacingError(msg('networks.refused', { host: url.host, status: '3xx' }));
}

/** Returns null once the body is on disk, or the address of a redirect. */
async function readResponse(
  response: HttpResponse,
  fetch: NetworkFetch,
  part: string,
  haveBytes: number,
): Promise<string | null> {
  const { status, headers } = response;
  if (status >= 300 && status < 400 && headers.location) return headers.location;
  // The part is complete or too long: the checksum decides.
  if (status === 416 && haveBytes > 0) return null;
  if (status !== 200 && status !== 206) {
    const { host } = new URL(fetch.network.address);
    throw new UserFacingError(msg('networks.refused', { host, status: String(status) }));
  }
  // A server without ranges sends the whole file, so overwrite the part.
  const start = status === 206 ? Number(/^bytes (\d+)-/.exec(headers['content-range'] ?? '')?.[1] ?? Number.NaN) : 0;
  if (start !== haveBytes && start !== 0) throw new RequestInterrupted('reading', 'OTHER_RANGE');
  const file = await open(part, start > 0 ? 'a' : 'w');
  let doneBytes = start;
  try {
    for await (const chunk of response.chunks) {
      await file.writeFile(chunk);
      doneBytes += chunk.length;
      if (doneBytes > fetch.network.bytes * maxSizeFactor) break;
      fetch.onProgress(doneBytes);
    }
    // After a power cut the file must not be longer than its data.
    await file.sync();
  } finally {
    await file.close();
  }
  if (doneBytes > fetch.network.bytes * maxSizeFactor) {
    await rm(part, { force: true });
    throw new UserFacingError(msg('networks.damaged', { network: fetch.network.title }));
  }
  const announcedBytes = headers['content-length'];
  if (announcedBytes !== undefined && doneBytes < start + Number(announcedBytes))
    throw new RequestInterrupted('reading', 'CUT_SHORT');
  return null;
}

async function assertDiskSpace({ title, bytes }: NetworkFetch['network'], part: string): Promise<void> {
  const disk = await statfs(dirname(part)).catch(() => null);
  if (disk === null) return;
  const free = disk.bavail * disk.bsize;
  const needed = bytes - (await fileSize(part));
  if (free < needed + Math.min(minFreeBytes, bytes))
    throw new UserFacingError(
      msg('networks.noRoom', { network: title, needed: { decimalBytes: needed }, free: { decimalBytes: free } }),
    );
}

function toMessage(error: unknown, { network }: NetworkFetch): Message {
  const { host } = new URL(network.address);
  if (error instanceof RequestInterrupted) {
    const proxy = describeProxyError(error);
    return proxy?.happened ?? msg(error.phase === 'reading' ? 'networks.brokenOff' : 'networks.unreachable', { host });
  }
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return msg('networks.full');
  if (typeof code === 'string') return msg('networks.notWritten', { code });
  return msg('networks.unreachable', { host });
}

async function fileSize(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.size ?? 0;
}
