/** Reads the file that a client sends back, on a thread: one of 30 MB would hold the main thread for most of a second. */
import { basename } from 'node:path';
import type { Picks } from '../../../contract/delivery/gallery.ts';
import { readDocument } from '../../threads/document-thread.ts';
import { resolveThreadEntry } from '../../threads/worker-thread.ts';

export interface PicksRequest {
  readonly path: string;
  readonly name: string;
}

export type PicksChoice = Picks['choices'][number];
export type PicksHead = Omit<Picks, 'choices'>;

/** @throws UserFacingError if it is no such file, in which case nothing of it was taken over */
export async function readPicks(path: string): Promise<Picks> {
  const entry = resolveThreadEntry(import.meta.url, 'picks.worker');
  const request: PicksRequest = { path, name: basename(path) };
  const { head, items } = await readDocument<PicksRequest, PicksHead, PicksChoice>(entry, request, request.name);
  return { ...head, choices: [...items] };
}
