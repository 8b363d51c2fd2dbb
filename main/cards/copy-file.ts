import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { msg, UserFacingError } from '../../contract/messages/message.ts';
import type { Fingerprint } from '../files/content-hash.ts';
import { fingerprintUncached } from '../files/uncached-read.ts';
import { openTemporary, removeTemporary, type TemporaryFiles } from '../pipeline/output/temporary-file.ts';
import type { CardFile } from './read-card.ts';

const chunkBytes = 4 * 1024 * 1024;

/** A verified copy in one folder, under a temporary name; or why it failed. */
export type CopyOutcomeInFolder = { readonly path: string } | { readonly error: unknown };

export interface CopyContext {
  readonly notes: TemporaryFiles;
  readonly onRead: (bytes: number) => void;
  readonly signal: AbortSignal;
}

export class VerificationError extends Error {}

export class CardReadError extends UserFacingError {}

/** An open temporary file. After an error, nothing more is written to it. */
interface Writing {
  readonly path: string;
  readonly file: FileHandle;
  error: unknown;
}

/**
 * Reads a file once, writes it to all folders, and reads every copy back.
 * @param folders absolute, existing
 * @throws CardReadError or the signal's reason, after all copies were removed
 */
export async function copyFile(
  card: CardFile,
  folders: readonly string[],
  context: CopyContext,
): Promise<{ readonly fingerprint: Fingerprint; readonly copies: readonly CopyOutcomeInFolder[] }> {
  const { notes, signal } = context;
  const opened = await Promise.all(
    folders.map((folder) => openTemporary(folder, notes).catch((error: unknown) => ({ path: null, error }))),
  );
  const targets = opened.map((each) => (each.path === null ? each : { ...each, error: null }));
  const writings: Writing[] = targets.filter((target) => target.path !== null);
  const remove = (copies: readonly Writing[]) =>
    Promise.all(copies.map(({ path }) => removeTemporary(path, notes).catch(() => undefined)));
  try {
    let fingerprint: Fingerprint;
    try {
      fingerprint = await readCardFile(card, writings, context);
      await Promise.all(writings.map((writing) => attempt(writing, () => finish(writing, card))));
    } finally {
      await Promise.all(writings.map(({ file }) => file.close().catch(() => undefined)));
    }
    await Promise.all(writings.map((writing) => attempt(writing, () => verify(writing.path, fingerprint, signal))));
    signal.throwIfAborted();
    await remove(writings.filter(({ error }) => error !== null));
    const copies = targets.map(
      ({ path, error }): CopyOutcomeInFolder => (path === null || error !== null ? { error } : { path }),
    );
    return { fingerprint, copies };
  } catch (error) {
    await remove(writings);
    throw error;
  }
}

async function attempt(writing: Writing, act: () => Promise<unknown>): Promise<void> {
  if (writing.error !== null) return;
  await act().catch((error: unknown) => {
    writing.error = error;
  });
}

/** Hashes a file on the card. @throws CardReadError; the signal's reason */
export function hashCardFile(card: CardFile, context: Pick<CopyContext, 'signal' | 'onRead'>): Promise<Fingerprint> {
  return readCardFile(card, [], context);
}

/** @throws CardReadError, also if the file changed; the signal's reason */
async function readCardFile(
  card: CardFile,
  writings: readonly Writing[],
  { onRead, signal }: Pick<CopyContext, 'signal' | 'onRead'>,
): Promise<Fingerprint> {
  const file = await open(card.path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(throwUnreadable(card));
  try {
    const hash = createHash('sha256');
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, card.bytes + 1));
    let bytes = 0;
    for (;;) {
      signal.throwIfAborted();
      const { bytesRead } = await file.read(chunk, 0, chunk.length, bytes).catch(throwUnreadable(card));
      if (bytesRead === 0) break;
      const read = chunk.subarray(0, bytesRead);
      hash.update(read);
      await Promise.all(writings.map((writing) => attempt(writing, () => writing.file.writeFile(read))));
      bytes += bytesRead;
      onRead(bytesRead);
      // A file that keeps growing would never end.
      if (bytes > card.bytes) break;
    }
    const { size, mtimeMs } = await file.stat().catch(throwUnreadable(card));
    if (bytes !== card.bytes || size !== card.bytes || mtimeMs !== card.modifiedAt)
      throw new CardReadError(msg('cards.changed', { name: basename(card.path) }));
    return { hash: hash.digest('hex'), bytes };
  } finally {
    await file.close().catch(() => undefined);
  }
}

const throwUnreadable = (card: CardFile) => (cause: unknown) => {
  throw new CardReadError(msg('cards.unreadable', { name: basename(card.path) }), { cause });
};

/** Sets the modification time of the original, and syncs the file. */
async function finish({ file }: Writing, { modifiedAt }: CardFile): Promise<void> {
  await file.utimes(modifiedAt / 1000, modifiedAt / 1000);
  await file.sync();
}

/** Reads a copy back, past the system's cache. */
async function verify(path: string, expected: Fingerprint, signal: AbortSignal): Promise<void> {
  const { hash, bytes } = await fingerprintUncached(path, signal);
  if (hash !== expected.hash || bytes !== expected.bytes)
    throw new VerificationError('The copy differs from the original.');
}
