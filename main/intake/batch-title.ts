import { dirname, parse } from 'node:path';
import { type Message, msg } from '../../contract/messages/message.ts';
import { isImageName, isRawName } from '../imaging/decode/sniff-format.ts';
import type { Store } from '../store/index.ts';
import { displayName } from './paths/path-kind.ts';

/** Moves results to the front, so that they become photographs before new results could replace them. */
export function orderResultsFirst(paths: readonly string[], { writtenFiles }: Pick<Store, 'writtenFiles'>): string[] {
  const isResult = new Map(paths.map((path) => [path, writtenFiles.isOwn('', path)]));
  return [...paths].sort((a, b) => Number(isResult.get(b)) - Number(isResult.get(a)));
}

/** Returns the name of the first folder or of a single file, or the number of photographs and their first folder. */
export function batchTitle(paths: readonly string[]): Message {
  const count = paths.length;
  const [first] = paths.filter((path) => !isImageName(path) && !isRawName(path));
  if (first !== undefined) return andMore(displayName(first), count - 1);
  const [folder, ...others] = [...new Set(paths.map((path) => dirname(path)))].map(displayName).sort();
  if (folder === undefined) return msg('intake.batch.items', { count });
  if (count === 1) return msg('intake.batch.file', { name: parse(paths[0]!).name, folder });
  return msg('intake.batch.itemsFrom', { count, folder: andMore(folder, others.length) });
}

const andMore = (name: string, count: number): Message =>
  count === 0 ? name : msg('intake.batch.andMore', { name, count });
