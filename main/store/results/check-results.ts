/** What marketplaces' rules said of finished files, as these are now. */
import type { FileCheck, RuleFinding } from '../../../contract/recipes/marketplace-check.ts';
import type { StoreContext } from '../store-context.ts';
import { additionalFilesKey, type ResultKey } from './additional-files.ts';

/** A version of a result: 0 is the service's own, which the further files belong to. */
export interface VersionOf extends ResultKey {
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
  const photograph = db
    .prepare<[VersionOf], number>(
      `SELECT photograph_id FROM results WHERE job_id = @jobId AND step = @step AND element = @element AND version = @version
         AND kind = 'image'`,
    )
    .pluck();
  const ofJobs = db.prepare<[string], Row>(
    `SELECT job_id, step, element, version, output, marketplace, name, findings FROM checks
     WHERE job_id IN (SELECT value FROM json_each(?)) ORDER BY output`,
  );
  const keep = (versionKey: VersionOf, found: readonly FileCheck[]) => {
    for (const each of found) put.run({ ...versionKey, ...each, findings: JSON.stringify(each.findings) });
  };
  return {
    /** Keeps them in the place of what was said of the result before. Inside a transaction. */
    set(resultKey: ResultKey, found: readonly FileCheck[]): void {
      clear.run(resultKey);
      keep({ ...resultKey, version: 0 }, found);
    },
    /** Keeps what was said of single files of a result that is listed; of one that is gone, nothing. */
    renew: db.transaction((versionKey: VersionOf, found: readonly FileCheck[]): void => {
      const photographId = photograph.get(versionKey);
      if (photographId === undefined || found.length === 0) return;
      keep(versionKey, found);
      changes.photographs([photographId]);
    }),
    /** Those of results, by `keyOfVersion`. */
    viewsOf(jobIds: readonly number[]): ReadonlyMap<string, readonly FileCheck[]> {
      const all = ofJobs
        .all(JSON.stringify([...new Set(jobIds)]))
        .map(({ job_id, step, element, version, ...check }) => ({
          key: keyOfVersion({ jobId: job_id, step, element, version }),
          check: { ...check, findings: JSON.parse(check.findings) as RuleFinding[] },
        }));
      const byKey = Map.groupBy(all, ({ key }) => key);
      return new Map([...byKey].map(([key, each]) => [key, each.map(({ check }) => check)]));
    },
  };
}

export function keyOfVersion(versionKey: VersionOf): string {
  return `${additionalFilesKey(versionKey)} ${versionKey.version}`;
}
