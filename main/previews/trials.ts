/** The cutouts that the last previews came to, so that one can be laid out again and again without asking the service. */
import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inspectImage } from '../imaging/read/inspect.ts';

export interface Trial {
  /** The service's own file. */
  readonly path: string;
  /** The photograph it is of. */
  readonly source: string;
  /** How many times larger the photograph is than what was sent of it. */
  readonly enlargedBy: number;
}

/** A form shows one; with it, what was shown before a change may still be asked for. */
const most = 4;

export function keptTrials(folder: string) {
  const kept = new Map<string, Trial>();
  return {
    /** Takes the file over. @returns its name, or null where it is no cutout */
    async keep(path: string, of: Omit<Trial, 'path'>): Promise<string | null> {
      const facts = await inspectImage(path);
      if (facts.kind !== 'image' || !facts.alpha) return null;
      const token = randomUUID();
      const home = join(folder, `${token}.trial`);
      await rename(path, home);
      kept.set(token, { ...of, path: home });
      for (const [oldest, trial] of kept) {
        if (kept.size <= most) break;
        kept.delete(oldest);
        await rm(trial.path, { force: true });
      }
      return token;
    },
    get: (token: string): Trial | null => kept.get(token) ?? null,
  };
}
