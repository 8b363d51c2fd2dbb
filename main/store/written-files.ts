/** Files the app itself wrote, by path and content: a watch folder never takes them in again. */
import type { StoreContext } from './context.ts';

export interface WrittenFile {
  /** Absolute. */
  readonly path: string;
  /** SHA-256 of the content, hex. */
  readonly hash: string;
  readonly bytes: number;
}

/** Which result a file is. */
export interface ResultKey {
  readonly jobId: number;
  readonly step: number;
  /** Number or class of an element; '' where the result is the one image. */
  readonly element: string;
}

export function writtenFiles({ db, now }: StoreContext) {
  const put = db.prepare(
    `INSERT OR REPLACE INTO written_files (path, hash, bytes, job_id, step, element, at)
     VALUES (@path, @hash, @bytes, @jobId, @step, @element, @at)`,
  );
  const byHash = db.prepare<[string], number>('SELECT 1 FROM written_files WHERE hash = ? LIMIT 1').pluck();
  const ofResult = db.prepare<[ResultKey], WrittenFile>(
    `SELECT path, hash, bytes FROM written_files
     WHERE job_id = @jobId AND step = @step AND element = @element ORDER BY at DESC`,
  );
  return {
    /**
     * Notes a file just before it gets its final name: so no watcher sees it unnoted, and after a crash it is known
     * whose it is.
     */
    add: (file: WrittenFile, key: ResultKey): void => void put.run({ ...file, ...key, at: now() }),
    /** True for a file with the content of one the app wrote, wherever it is now. */
    isOwn: (hash: string): boolean => byHash.get(hash) !== undefined,
    /** Files noted for a result, newest first; a crash may have come before they were there. */
    ofResult: (key: ResultKey): WrittenFile[] => ofResult.all(key),
  };
}
