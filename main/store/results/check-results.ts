/** Findings of marketplace checks on finished files. */
import type { FileCheck, RuleFinding } from '../../../contract/recipes/marketplace-check.ts';
import type { StoreContext } from '../store-context.ts';
import { additionalFilesKey, type ElementKey } from './additional-files.ts';

/** Version 0 is the service's own result, the only one with additional files. */
interface VersionKey extends ElementKey {
  readonly version: number;
}

type Row = Omit<FileCheck, 'findings'> & {
  job_id: number;
  step: number;
  element: string;
  version: number;
  findings: string;
};

export function checks({ db, changes }: Pick<StoreContext, 'db' | 'changes'>) {
  const clear = db.prepare(
    'DELETE FROM checks WHERE job_id = @jobId AND step = @step AND element = @element AND version = 0',
  );
  const put = db.prepare(
    `INSERT OR REPLACE INTO checks (job_id, step, element, version, output, marketplace, name, findings)
     VALUES (@jobId, @step, @element, @version, @output, @marketplace, @name, @findings)`,
  );
  const photographOf = db
    .prepare<[VersionKey], number>(
      `SELECT photograph_id FROM results WHERE job_id = @jobId AND step = @step AND element = @element AND version = @version
         AND kind = 'image'`,
    )
    .pluck();
  const ofJobs = db.prepare<[string], Row>(
    `SELECT job_id, step, element, version, output, marketplace, name, findings FROM checks
     WHERE job_id IN (SELECT value FROM json_each(?)) ORDER BY output`,
  );
  const putAll = (key: VersionKey, found: readonly FileCheck[]) => {
    for (const check of found) put.run({ ...key, ...check, findings: JSON.stringify(check.findings) });
  };
  return {
    /** Replaces the checks of a service's own result. Needs a transaction. */
    set(key: ElementKey, found: readonly FileCheck[]): void {
      clear.run(key);
      putAll({ ...key, version: 0 }, found);
    },
    /** Replaces checks of single files, unless their result was removed. */
    renew: db.transaction((key: VersionKey, found: readonly FileCheck[]): void => {
      const photographId = photographOf.get(key);
      if (photographId === undefined || found.length === 0) return;
      putAll(key, found);
      changes.photographs([photographId]);
    }),
    /** Returns the checks by `keyOfVersion`. */
    viewsOf(jobIds: readonly number[]): ReadonlyMap<string, readonly FileCheck[]> {
      const all = ofJobs
        .all(JSON.stringify([...new Set(jobIds)]))
        .map(({ job_id, step, element, version, ...check }) => ({
          key: keyOfVersion({ jobId: job_id, step, element, version }),
          check: { ...check, findings: JSON.parse(check.findings) as RuleFinding[] },
        }));
      const byKey = Map.groupBy(all, ({ key }) => key);
      return new Map([...byKey].map(([key, entries]) => [key, entries.map(({ check }) => check)]));
    },
  };
}

export function keyOfVersion(key: VersionKey): string {
  return `${additionalFilesKey(key)} ${key.version}`;
}
