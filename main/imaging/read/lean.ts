/** What of a file the decoder is given: all of it, unless it has more data beside its picture than is ever read. */
import { rename, rm } from 'node:fs/promises';
import { bytesWithoutSurplus, copyWithoutSurplus, hasSurplus, type Unbounded } from '../container/surplus.ts';
import { type ReadableFormat, sniff } from './formats.ts';
import { createKnownFiles } from './known-files.ts';

const isUnbounded = (format: ReadableFormat): format is Unbounded => format === 'jpeg' || format === 'webp';

const known = createKnownFiles<{ readonly isSo: boolean }>(2000);

/** Whether a file has more than `mostDataBytes` of data; false where it cannot be told. */
export async function carriesTooMuch(path: string, format: ReadableFormat): Promise<boolean> {
  if (!isUnbounded(format)) return false;
  // Whatever is wrong with the file is for the decoder to say.
  const read = async () => ({ isSo: await hasSurplus(path, format).catch(() => false) });
  return (await known.of(path, format, read)).isSo;
}

/** The file itself; its bytes without the surplus where there is one, to be decoded from memory. */
export async function leanInput(path: string, format: ReadableFormat): Promise<string | Buffer> {
  if (!isUnbounded(format) || !(await carriesTooMuch(path, format))) return path;
  return (await bytesWithoutSurplus(path, format)) ?? path;
}

/** Takes the surplus out of a file of our own; it changes all at once or not at all. @throws the file system's errors */
export async function leaveSurplus(path: string): Promise<void> {
  const sniffed = await sniff(path);
  if (sniffed.kind !== 'readable' || !isUnbounded(sniffed.format)) return;
  if (!(await carriesTooMuch(path, sniffed.format))) return;
  const lean = `${path}.lean`;
  await rm(lean, { force: true });
  if (await copyWithoutSurplus(path, sniffed.format, lean)) await rename(lean, path);
}
