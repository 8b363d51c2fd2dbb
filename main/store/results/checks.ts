/** What marketplaces' rules said of finished files when they were placed. */
import type { FileCheck, Finding } from '../../../preload/contract/check.ts';
import type { StoreContext } from '../context.ts';
import { type FilesOf, keyOfFiles } from './further-files.ts';

type Row = Omit<FileCheck, 'findings'> & { job_id: number; step: number; element: string; findings: string };

export function checks({ db }: StoreContext) {
  const clear = db.prepare('DELETE FROM checks WHERE job_id = @jobId AND step = @step AND element = @element');
  const put = db.prepare(
    `INSERT INTO checks (job_id, step, element, output, marketplace, name, findings)
     VALUES (@jobId, @step, @element, @output, @marketplace, @name, @findings)`,
  );
  const ofJobs = db.prepare<[string], Row>(
    `SELECT job_id, step, element, output, marketplace, name, findings FROM checks
     WHERE job_id IN (SELECT value FROM json_each(?)) ORDER BY output`,
  );
  return {
    /** Keeps them in the place of what was said of the result before. Inside a transaction. */
    set(of: FilesOf, found: readonly FileCheck[]): void {
      clear.run(of);
      for (const each of found) put.run({ ...of, ...each, findings: JSON.stringify(each.findings) });
    },
    /** Those of results, by `keyOfFiles`. */
    viewsOf(jobIds: readonly number[]): ReadonlyMap<string, readonly FileCheck[]> {
      const all = ofJobs.all(JSON.stringify([...new Set(jobIds)])).map(({ job_id, step, element, ...check }) => ({
        key: keyOfFiles({ jobId: job_id, step, element }),
        check: { ...check, findings: JSON.parse(check.findings) as Finding[] },
      }));
      const byKey = Map.groupBy(all, ({ key }) => key);
      return new Map([...byKey].map(([key, each]) => [key, each.map(({ check }) => check)]));
    },
  };
}
