/** Reads the file of a client's choices on a thread, because 30 MB would block the main thread for most of a second. */
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

/** @throws UserFacingError if it is not a file of picks */
export async function readPicks(path: string): Promise<Picks> {
  const entry = resolveThreadEntry(import.meta.url, 'picks.worker');
  const request: PicksRequest = { path, name: basename(path) };
  const { head, items } = await readDocument<PicksRequest, PicksHead, PicksChoice>(entry, request, request.name);
  return { ...head, choices: [...items] };
}
