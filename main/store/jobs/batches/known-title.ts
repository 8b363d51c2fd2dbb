/** Titles of batches of photographs that have been added before. */
import type { Database } from 'better-sqlite3';
import { isSameMessage, type Message, msg } from '../../../../contract/messages/message.ts';
import { parseMessage } from '../../stored-messages.ts';

/** Photographs of one title. */
export interface TitledPhotographs {
  /** Of the batch that they were added with. */
  readonly title: Message;
  readonly count: number;
  /** Of one of them, on any system. */
  readonly path: string;
}

const byTitle = `SELECT title, count(*) AS count, min(source_path) AS path FROM jobs JOIN batches ON batches.id = batch_id
  WHERE jobs.id IN (SELECT value FROM json_each(?)) GROUP BY title`;

/** Returns a function that names the jobs of a batch that repeats them. */
export function titleJobsAgain(db: Database) {
  const read = db.prepare<[string], { title: string; count: number; path: string }>(byTitle);
  return (ids: readonly number[]): Message => {
    const groups = read.all(JSON.stringify(ids)).map((row) => ({ ...row, title: parseMessage(row.title) }));
    return knownTitle(groups, true);
  };
}

/**
 * Returns the name of a single photograph, or the number of photographs with the batch that all of them are from.
 * @param isAgain whether they were processed before
 */
export function knownTitle(groups: readonly TitledPhotographs[], isAgain: boolean): Message {
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  const title = commonTitle(groups);
  if (groups[0] !== undefined && count === 1) {
    const { name, folder } = partsOf(groups[0].path);
    if (isAgain) return msg('store.batch.again', { title: name });
    return msg('intake.batch.file', { name, folder: title ?? folder });
  }
  if (title !== null) return msg(isAgain ? 'store.batch.someAgain' : 'store.batch.some', { number: count, title });
  return msg(isAgain ? 'store.batch.itemsAgain' : 'intake.batch.items', { count });
}

/** Returns the title that all photographs have apart from numbers, or null. */
export function commonTitle(groups: readonly TitledPhotographs[]): Message | null {
  const [first = null, ...others] = groups.map(({ title }) => baseTitle(title));
  return others.every((other) => isSameMessage(first, other)) ? first : null;
}

/** Returns the title without numbers and without “again”, or null if nothing remains. */
function baseTitle(title: Message): Message | null {
  if (typeof title === 'string') return title;
  const { key, values = {} } = title;
  switch (key) {
    case 'store.batch.again':
    case 'store.batch.some':
    case 'store.batch.someAgain':
      return baseTitle(values.title as Message);
    case 'intake.batch.file':
    case 'intake.batch.itemsFrom':
      return baseTitle(values.folder as Message);
    case 'intake.batch.items':
    case 'store.batch.itemsAgain':
      return null;
    default:
      return title;
  }
}

/** Returns the name of a file without its extension, and of its folder. */
function partsOf(path: string) {
  const parts = path.split(/[\\/]/).filter(Boolean);
  const file = parts.at(-1) ?? path;
  return { name: file.replace(/(?<=.)\.[^.]*$/, ''), folder: parts.at(-2) ?? file };
}
