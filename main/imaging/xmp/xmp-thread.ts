/** Requests for single XMP packets; long packets are processed on a thread. */
import { resolveThreadEntry } from '../../threads/worker-thread.ts';
import { openPacketThread } from '../packet-thread.ts';
import type { XmpChange } from './merge-xmp.ts';
import type { XmpTexts } from './read-xmp.ts';

export interface SplitXmp {
  readonly main: Buffer;
  /** Contents of the segments of extended XMP, in order. */
  readonly parts: readonly Buffer[];
}

export interface XmpWork {
  readTexts(packet: Buffer): XmpTexts | null;
  /** Returns the id of the packet's extended XMP. */
  readGuid(packet: Buffer): string | null;
  join(packets: { readonly packet: Buffer; readonly second: Buffer }): Buffer | null;
  split(packet: Buffer): SplitXmp | null;
  merge(change: { readonly packet: Buffer | null; readonly change: XmpChange }): Buffer;
  /** Removes the property that refers to the extended XMP. */
  removePointer(packet: Buffer): Buffer | null;
}

export const runXmpWork = openPacketThread<XmpWork>(resolveThreadEntry(import.meta.url, 'xmp.worker'));
