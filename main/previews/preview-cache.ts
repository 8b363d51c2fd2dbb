import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inspectImage } from '../imaging/read/inspect-image.ts';

/** The result of some steps, kept so that none is sent twice. */
export interface CachedResult {
  readonly token: string;
  /** The service's own file. */
  readonly path: string;
  /** The previewed photograph. */
  readonly source: string;
  /** Size of the photograph, relative to the image that was sent. */
  readonly enlargedBy: number;
  readonly isCutout: boolean;
}

/** More than a user previews in a day. */
const maxResults = 500;

export type PreviewCache = ReturnType<typeof createPreviewCache>;

export function createPreviewCache(folder: string) {
  /** By key, oldest first. */
  const results = new Map<string, CachedResult>();
  return {
    /** Moves the file into the cache. @param key photograph, service and steps */
    async add(key: string, path: string, origin: Pick<CachedResult, 'source' | 'enlargedBy'>): Promise<CachedResult> {
      const facts = await inspectImage(path);
      const token = randomUUID();
      const cachedPath = join(folder, `${token}.trial`);
      await rename(path, cachedPath);
      const result = { ...origin, token, path: cachedPath, isCutout: facts.kind === 'image' && facts.alpha };
      results.set(key, result);
      for (const [oldestKey, oldest] of results) {
        if (results.size <= maxResults) break;
        results.delete(oldestKey);
        await rm(oldest.path, { force: true });
      }
      return result;
    },
    find: (key: string): CachedResult | null => results.get(key) ?? null,
    findByToken: (token: string): CachedResult | null =>
      [...results.values()].find((result) => result.token === token) ?? null,
    /** Leaves the files, which the caller deletes. */
    clear: (): void => results.clear(),
  };
}
