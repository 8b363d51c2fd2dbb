/** Brings one network of the catalogue to disk: goes on where it was broken off, and keeps only what has the right checksum. */
import { mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Message, msg, UserFacingError } from '../../../../contract/messages/message.ts';
import type { CatalogNetwork } from '../../../../contract/services/networks.ts';
import { describeProxyError } from '../../errors/network-codes.ts';
import {
  defaultTimeouts,
  type HttpResponse,
  RequestInterrupted,
  sendRequest,
  type Timeouts,
} from '../../http/http-request.ts';
import type { Routes } from '../../http/network/http-agents.ts';
import { checksumOf } from './checksums.ts';
import { createRetryPolicy, type RetryOptions } from './download-retries.ts';

export interface NetworkFetch {
  /** Or another file that is known by its checksum; `bytes` says about how large it is. */
  readonly network: Pick<CatalogNetwork, 'title' | 'address' | 'bytes' | 'checksum'>;
  /** The final path; the bytes gather in `<to>.part` until they are whole and checked. */
  readonly to: string;
  readonly routes?: Routes | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (doneBytes: number) => void;
  /** All bytes are there; the checksum is being made. */
  readonly onChecking: () => void;
  readonly timeouts?: Partial<Timeouts>;
  readonly patience?: RetryOptions;
  /** Addresses without https and in the own network: where somebody here named the server, as tests do. */
  readonly canBePlain?: boolean;
}

/** Room that is left free on the disk, in bytes. */
const spare = 200_000_000;
/** A file this many times as large as was said is another; the checksum judges all others. */
const excess = 2;
const maxRedirects = 5;

export const partialPath = (path: string): string => `${path}.part`;

/**
 * Downloads a network. A part left by an earlier download is continued with a Range request.
 * @throws UserFacingError with one sentence for the user, or the signal's reason; the part stays, but for one with a wrong checksum
 */
export async function fetchNetwork(fetch: NetworkFetch): Promise<void> {
  const { network, to, signal } = fetch;
  const part = partialPath(to);
  try {
    await mkdir(dirname(to), { recursive: true });
    await requireRoom(network, part);
    await fetchWithRetries(fetch, part);
    fetch.onChecking();
    if ((await checksumOf(part, network.checksum, signal)) !== network.checksum) {
      await rm(part, { force: true });
      throw new UserFacingError(msg('networks.damaged', { network: network.title }));
    }
    await rename(part, to);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw error instanceof UserFacingError ? error : new UserFacingError(sentenceOf(error, fetch), { cause: error });
  }
}

async function fetchWithRetries(fetch: NetworkFetch, part: string): Promise<void> {
  let have = await fileSize(part);
  const pauseAfter = createRetryPolicy(have, fetch.patience);
  for (;;) {
    try {
      return await fetchRest(fetch, part, have);
    } catch (error) {
      if (!(error instanceof RequestInterrupted) || error.proxy !== null) throw error;
      have = await fileSize(part);
      const ms = pauseAfter(have);
      if (ms === null) throw error;
      await pause(ms, undefined, { signal: fetch.signal });
    }
  }
}

/** All bytes from `have` on, appended to `part`; returns when the server says that was all. */
async function fetchRest(fetch: NetworkFetch, part: string, have: number): Promise<void> {
  let url = new URL(fetch.network.address);
  for (let hops = 0; hops <= maxRedirects; hops += 1) {
    if (url.protocol !== 'https:' && !fetch.canBePlain) throw new UserFacingError(msg('networks.unsafe'));
    const next = await sendRequest(
      {
        method: 'GET',
        canRepeat: true,
        url,
        headers: { 'accept-encoding': 'identity', ...(have > 0 ? { range: `bytes=${have}-` } : {}) },
        // A large file may take its time: as long as bytes come, none of it is lost.
        timeouts: { ...defaultTimeouts, grace: 24 * 60 * 60_000, ...fetch.timeouts },
        routes: fetch.routes,
        signal: fetch.signal,
        namedFrom: fetch.canBePlain ? 'computer' : 'internet',
      },
      (reply) => readReply(reply, fetch, part, have),
    );
    if (next === null) return;
    const address = URL.parse(next, url.href);
    if (address === null) break;
    url = address;
  }
  throw new UserFacingError(msg('networks.refused', { host: url.host, status: '3xx' }));
}

/** Null once the body is on disk; else the address it has moved to. */
async function readReply(reply: HttpResponse, fetch: NetworkFetch, part: string, have: number): Promise<string | null> {
  const { status, headers } = reply;
  if (status >= 300 && status < 400 && headers.location) return headers.location;
  // Nothing is left to fetch, or the part is longer than the file: the checksum decides which.
  if (status === 416 && have > 0) return null;
  if (status !== 200 && status !== 206) {
    const { host } = new URL(fetch.network.address);
    throw new UserFacingError(msg('networks.refused', { host, status: String(status) }));
  }
  // A server that knows no ranges sends the file from its start: then so is it written.
  const start = status === 206 ? Number(/^bytes (\d+)-/.exec(headers['content-range'] ?? '')?.[1] ?? Number.NaN) : 0;
  if (start !== have && start !== 0) throw new RequestInterrupted('reading', 'OTHER_RANGE');
  const file = await open(part, start > 0 ? 'a' : 'w');
  let done = start;
  try {
    for await (const chunk of reply.chunks) {
      await file.writeFile(chunk);
      done += chunk.length;
      if (done > fetch.network.bytes * excess) break;
      fetch.onProgress(done);
    }
    // What a power cut leaves behind must not look longer than it is.
    await file.sync();
  } finally {
    await file.close();
  }
  if (done > fetch.network.bytes * excess) {
    await rm(part, { force: true });
    throw new UserFacingError(msg('networks.damaged', { network: fetch.network.title }));
  }
  const announced = headers['content-length'];
  if (announced !== undefined && done < start + Number(announced)) throw new RequestInterrupted('reading', 'CUT_SHORT');
  return null;
}

/** @throws UserFacingError where the disk has not room for the rest; a disk that does not say is tried */
async function requireRoom({ title, bytes }: NetworkFetch['network'], part: string): Promise<void> {
  const disk = await statfs(dirname(part)).catch(() => null);
  if (disk === null) return;
  const free = disk.bavail * disk.bsize;
  const needed = bytes - (await fileSize(part));
  if (free < needed + Math.min(spare, bytes))
    throw new UserFacingError(
      msg('networks.noRoom', { network: title, needed: { decimalBytes: needed }, free: { decimalBytes: free } }),
    );
}

/** What to tell the user, in one sentence. */
function sentenceOf(error: unknown, { network }: NetworkFetch): Message {
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

export async function fileSize(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.size ?? 0;
}
