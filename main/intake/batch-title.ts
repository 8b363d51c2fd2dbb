import { dirname } from 'node:path';
import { type Message, msg } from '../../contract/messages/message.ts';
import { isImageName, isRawName } from '../imaging/read/sniff-format.ts';
import type { Store } from '../store/index.ts';
import { displayName } from './paths/path-kind.ts';

/** Moves results to the front, so that they become photographs before new results could replace them. */
export function orderResultsFirst(paths: readonly string[], { writtenFiles }: Pick<Store, 'writtenFiles'>): string[] {
  const isResult = new Map(paths.map((path) => [path, writtenFiles.isOwn('', path)]));
  return [...paths].sort((a, b) => Number(isResult.get(b)) - Number(isResult.get(a)));
}

/** Returns the name of the first folder, or the number and folder of photographs. */
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
