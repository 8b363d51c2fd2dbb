/** Orders the paths that the user named or dropped, and titles their batch. */
import { dirname } from 'node:path';
import { type Message, msg } from '../../contract/messages/message.ts';
import { isImageName, isRawName } from '../imaging/read/sniff-format.ts';
import type { Store } from '../store/index.ts';
import { displayName } from './paths/path-kind.ts';

/** Moves named results of Burnish to the front: as photographs of the batch, they are not replaced by its results. */
export function orderResultsFirst(paths: readonly string[], { writtenFiles }: Pick<Store, 'writtenFiles'>): string[] {
  const isResult = new Map(paths.map((path) => [path, writtenFiles.isOwn('', path)]));
  return [...paths].sort((a, b) => Number(isResult.get(b)) - Number(isResult.get(a)));
}

/** Returns the name of the first folder, or the number of photographs and their folder. */
export function batchTitle(paths: readonly string[]): Message {
  const count = paths.length;
  const [first] = paths.filter((path) => !isImageName(path) && !isRawName(path));
  if (first !== undefined && count === 1) return displayName(first);
  if (first !== undefined) return msg('intake.batch.andMore', { name: displayName(first), count: count - 1 });
  const [folder, ...others] = new Set(paths.map((path) => dirname(path)));
  return folder === undefined || others.length > 0
    ? msg('intake.batch.items', { count })
    : msg('intake.batch.itemsFrom', { count, folder: displayName(folder) });
}
