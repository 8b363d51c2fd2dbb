/** Runs work on long XMP packets on a thread; short ones stay on the caller's. */
import { type MessageDescriptor, UserFacingError } from '../../contract/messages/message.ts';
import { openDocumentThread } from '../threads/document-thread.ts';
import type { AnswerOf, ArgumentOf } from '../threads/thread-messages.ts';
import { ImagingError } from './errors.ts';

/** Bytes, and characters that begin a tag, value or reference. Parsing takes 5 ms at most. */
const maxShortBytes = 64 * 1024;
const maxShortMarks = 1000;
const marks: ReadonlySet<number> = new Set([...'<=&'].map((mark) => mark.charCodeAt(0)));

function isShort(packet: Uint8Array): boolean {
  if (packet.length > maxShortBytes) return false;
  let count = 0;
  for (const byte of packet) if (marks.has(byte)) count += 1;
  return count <= maxShortMarks;
}

export interface PacketRequest<F> {
  readonly args: ArgumentOf<F>;
  /** The longest packet in `args`, or null. */
  readonly packet: Uint8Array | null;
  /** The file's name, for messages. */
  readonly document: string;
  readonly work: F;
}

type WorkFunction<F> = F & ((args: ArgumentOf<F>) => AnswerOf<F> | Promise<AnswerOf<F>>);

/**
 * @param entry a file that serves `withBuffers` of the same functions
 * @throws ImagingError UNUSABLE_FILE if the thread ends
 */
export function openPacketThread<Work>(entry: URL) {
  const thread = openDocumentThread<Work>(entry, { idleMs: 10_000 });
  return async <N extends keyof Work>(name: N, request: PacketRequest<Work[N]>): Promise<AnswerOf<Work[N]>> => {
    const { args, packet, document, work } = request;
    if (packet === null || isShort(packet)) return (work as WorkFunction<Work[N]>)(args);
    return toBuffers(await thread.ask(name, args, document).catch(throwImagingError));
  };
}

function throwImagingError(error: unknown): never {
  if (!(error instanceof UserFacingError)) throw error;
  throw new ImagingError('UNUSABLE_FILE', error.sentence as MessageDescriptor, { cause: error });
}

/** Adapts functions to messages, which carry buffers as plain arrays. */
export function withBuffers<Work extends object>(work: Work): Work {
  const entries = Object.entries(work as Record<string, (args: unknown) => unknown>);
  return Object.fromEntries(entries.map(([name, run]) => [name, (args: unknown) => run(toBuffers(args))])) as Work;
}

/** Views byte arrays as buffers. */
function toBuffers<T>(value: T): T {
  const convert = (each: unknown): unknown => {
    if (each instanceof Uint8Array) return Buffer.from(each.buffer, each.byteOffset, each.byteLength);
    if (Array.isArray(each)) return each.map(convert);
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([name, field]) => [name, convert(field)]));
  };
  return convert(value) as T;
}
