/** Requests for XMP packets; long ones run on a thread. */
import { resolveThreadEntry } from '../../threads/worker-thread.ts';
import { openPacketThread } from '../packet-thread.ts';
import type { XmpChange } from './merge-xmp.ts';
import type { XmpTexts } from './read-xmp.ts';

export interface SplitXmp {
  readonly main: Buffer;
  /** Contents of the segments, in order. */
  readonly parts: readonly Buffer[];
}

export interface XmpWork {
  readTexts(packet: Buffer): XmpTexts | null;
  readGuid(packet: Buffer): string | null;
  join(packets: { readonly packet: Buffer; readonly second: Buffer }): Buffer | null;
  split(packet: Buffer): SplitXmp | null;
  merge(change: { readonly packet: Buffer | null; readonly change: XmpChange }): Buffer;
  removePointer(packet: Buffer): Buffer | null;
}

export const runXmpWork = openPacketThread<XmpWork>(resolveThreadEntry(import.meta.url, 'xmp.worker'));
