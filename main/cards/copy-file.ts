/** Copies one file to several folders at a time: read once and hashed meanwhile, then read back from each of them. */

import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { msg, UserFacingError } from '../../contract/messages/message.ts';
import type { Fingerprint } from '../files/content-hash.ts';
import { fingerprintUncached } from '../files/uncached-read.ts';
import { openTemporary, removeTemporary, type TemporaryFiles } from '../pipeline/output/temporary-file.ts';
import type { CardFile } from './read-card.ts';

/** Read and written at a time, bytes. */
const pieceBytes = 4 * 1024 * 1024;

/** The copy in one folder: whole and the same, under a name that nobody looks at; or why there is none. */
export type CopyOutcomeInFolder = { readonly path: string } | { readonly fault: unknown };

export interface CopyContext {
  readonly notes: TemporaryFiles;
  /** Told of bytes as they are read. */
  readonly onRead: (bytes: number) => void;
  readonly signal: AbortSignal;
}

/** What was read back is not what was written. */
export class VerificationError extends Error {}

/** The file on the card could not be read. */
export class CardReadError extends UserFacingError {}

interface Writing {
  readonly path: string;
  readonly file: FileHandle;
  fault: unknown;
}

/**
 * @param folders absolute, where they are; @returns the copy in each of them
 * @throws CardReadError, or the signal's reason; nothing is left of any copy then
 */
export async function copyFile(
  card: CardFile,
  folders: readonly string[],
  context: CopyContext,
): Promise<{ readonly print: Fingerprint; readonly copies: readonly CopyOutcomeInFolder[] }> {
  const { notes, signal } = context;
  const begun = await Promise.all(
    folders.map((folder) => openTemporary(folder, notes).catch((fault: unknown) => ({ fault }))),
  );
  const writing = begun.map((each): Writing | null => ('file' in each ? { ...each, fault: null } : null));
  const open = writing.filter((each) => each !== null);
  const drop = () => Promise.all(open.map(({ path }) => removeTemporary(path, notes).catch(() => undefined)));
  try {
    let print: Fingerprint;
    try {
      print = await readForAll(card, open, context);
      await Promise.all(open.map((each) => onItsOwn(each, () => finish(each, card))));
    } finally {
      await Promise.all(open.map(({ file }) => file.close().catch(() => undefined)));
    }
    await Promise.all(open.map((each) => onItsOwn(each, () => requireSame(each.path, print, signal))));
    signal.throwIfAborted();
    for (const { path, fault } of open) if (fault !== null) await removeTemporary(path, notes).catch(() => undefined);
    const copies = begun.map((each, index): CopyOutcomeInFolder => {
      const done = writing[index];
      if (done === null || done === undefined) return each as { fault: unknown };
      return done.fault === null ? { path: done.path } : { fault: done.fault };
    });
    return { print, copies };
  } catch (fault) {
    await drop();
    throw fault;
  }
}

/** One that cannot be written is left out from there on. */
async function onItsOwn(writing: Writing, act: () => Promise<unknown>): Promise<void> {
  if (writing.fault !== null) return;
  await act().catch((fault: unknown) => {
    writing.fault = fault;
  });
}

/** The content of a file on the card, without a copy. @throws CardReadError, or the signal's reason */
export function hashCardFile(card: CardFile, context: Pick<CopyContext, 'signal' | 'onRead'>): Promise<Fingerprint> {
  return readForAll(card, [], context);
}

async function readForAll(
  card: CardFile,
  writings: readonly Writing[],
  { onRead, signal }: Pick<CopyContext, 'signal' | 'onRead'>,
): Promise<Fingerprint> {
  const file = await open(card.path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(unreadable(card));
  try {
    const hash = createHash('sha256');
    const piece = Buffer.allocUnsafe(Math.min(pieceBytes, card.bytes + 1));
    let bytes = 0;
    for (;;) {
      signal.throwIfAborted();
      const { bytesRead } = await file.read(piece, 0, piece.length, bytes).catch(unreadable(card));
      if (bytesRead === 0) break;
      const read = piece.subarray(0, bytesRead);
      hash.update(read);
      await Promise.all(writings.map((each) => onItsOwn(each, () => each.file.writeFile(read))));
      bytes += bytesRead;
      onRead(bytesRead);
      // One that grows all the time has no end.
      if (bytes > card.bytes) break;
    }
    const { size, mtimeMs } = await file.stat().catch(unreadable(card));
    if (bytes !== card.bytes || size !== card.bytes || mtimeMs !== card.changedAt)
      throw new CardReadError(msg('cards.changed', { name: basename(card.path) }));
    return { hash: hash.digest('hex'), bytes };
  } finally {
    await file.close().catch(() => undefined);
  }
}

const unreadable = (card: CardFile) => (cause: unknown) => {
  throw new CardReadError(msg('cards.unreadable', { name: basename(card.path) }), { cause });
};

/** It has the time of the photograph, by which programs sort, and outlasts a power cut. */
async function finish({ file }: Writing, { changedAt }: CardFile): Promise<void> {
  await file.utimes(changedAt / 1000, changedAt / 1000);
  await file.sync();
}

async function requireSame(path: string, print: Fingerprint, signal: AbortSignal): Promise<void> {
  const found = await fingerprintUncached(path, signal);
  if (found.hash !== print.hash || found.bytes !== print.bytes) throw new VerificationError('read back differently');
}
