/** What the steps of the last previews came to, so that none is asked of a service twice, and a cutout can be laid out again and again. */
import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inspectImage } from '../imaging/read/inspect-image.ts';

export interface Trial {
  readonly token: string;
  /** The service's own file. */
  readonly path: string;
  /** The photograph it is of. */
  readonly source: string;
  /** How many times larger the photograph is than what was sent of it. */
  readonly enlargedBy: number;
  readonly isCutout: boolean;
}

/** Small pictures, some of which were paid for: more than anybody tries out in a day. */
const maxTrials = 500;

export function createPreviewCache(folder: string) {
  /** By what they came of, the oldest first. */
  const kept = new Map<string, Trial>();
  return {
    /** Takes the file over. @param key of the photograph, the service and the steps it came of */
    async keep(key: string, path: string, details: Pick<Trial, 'source' | 'enlargedBy'>): Promise<Trial> {
      const facts = await inspectImage(path);
      const token = randomUUID();
      const home = join(folder, `${token}.trial`);
      await rename(path, home);
      const trial = { ...details, token, path: home, isCutout: facts.kind === 'image' && facts.alpha };
      kept.set(key, trial);
      for (const [oldest, old] of kept) {
        if (kept.size <= maxTrials) break;
        kept.delete(oldest);
        await rm(old.path, { force: true });
      }
      return trial;
    },
    /** Null where nothing came of that yet. */
    of: (key: string): Trial | null => kept.get(key) ?? null,
    get: (token: string): Trial | null => [...kept.values()].find((trial) => trial.token === token) ?? null,
    /** Leaves the files, which the caller deletes. */
    clear: (): void => kept.clear(),
  };
}
