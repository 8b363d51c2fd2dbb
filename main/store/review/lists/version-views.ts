/** Results as versions of a photograph, with their findings and flaws. */
import type { FindingValue } from '../../../../contract/findings/finding-kinds.ts';
import type { VersionView } from '../../../../contract/review/list-queries.ts';
import type { ResultFlaw } from '../../../../contract/review/result-flaws.ts';
import type { FileAvailability } from '../../../files/file-availability.ts';
import { additionalFiles } from '../../results/additional-files.ts';
import { checks, keyOfVersion } from '../../results/check-results.ts';
import { filesOfRow, type ResultRow, resultColumns, resultView } from '../../results/results.ts';
import type { StoreContext } from '../../store-context.ts';
import type { resultInspections } from '../measures/result-inspections.ts';

type VersionRow = ResultRow & {
  photograph_id: number;
  recipe_name: string;
  profile_id: string;
  flag: -1 | 0 | 1;
  stars: number;
  label: number;
  composed: 0 | 1;
};

export type Inspections = Pick<ReturnType<typeof resultInspections>, 'flawsOf'>;

const versionColumns = `${resultColumns.map((name) => `results.${name}`).join(', ')}, results.photograph_id, recipe_name,
  profile_id, results.flag, results.stars, results.label,
  json_extract(jobs.recipe, '$.output.composition') IS NOT NULL AS composed`;
const selectVersions = `SELECT ${versionColumns} FROM results JOIN jobs ON jobs.id = results.job_id`;
const versionsByIds = `${selectVersions} WHERE results.id IN (SELECT value FROM json_each(?))`;
const versionsByPhotograph = `${selectVersions} WHERE results.photograph_id = ? ORDER BY results.id`;
const findingsByPhotographs = `SELECT result_id AS resultId, kind, text, value, confidence, face FROM findings
  WHERE photograph_id IN (SELECT value FROM json_each(?)) ORDER BY face, kind, text`;

export function versionViews(
  context: StoreContext,
  availability: Pick<FileAvailability, 'at'>,
  inspections: Inspections,
) {
  const { db } = context;
  const additional = additionalFiles(context, availability.at);
  const checkResults = checks(context);
  const byIds = db.prepare<[string], VersionRow>(versionsByIds);
  const byPhotograph = db.prepare<[number], VersionRow>(versionsByPhotograph);
  const selectFindings = db.prepare<[string], FindingValue & { resultId: number }>(findingsByPhotographs);

  function findingsOf(rows: readonly VersionRow[]): Map<number, FindingValue[]> {
    const analyzedIds = rows.filter(({ kind }) => kind === 'analysis').map(({ photograph_id }) => photograph_id);
    if (analyzedIds.length === 0) return new Map();
    const findings = Map.groupBy(selectFindings.all(JSON.stringify(analyzedIds)), ({ resultId }) => resultId);
    return new Map([...findings].map(([id, values]) => [id, values.map(({ resultId: _, ...value }) => value)]));
  }

  async function toView(
    row: VersionRow,
    findings: readonly FindingValue[],
    flaws: readonly ResultFlaw[],
  ): Promise<VersionView> {
    const { recipe_name, profile_id, version, flag, stars, label, composed } = row;
    return {
      ...(await resultView(row, availability.at)),
      recipeName: recipe_name,
      profileId: profile_id,
      version,
      composed: composed === 1,
      decision: { flag, stars, label },
      findings,
      flaws,
    };
  }

  function toViews(rows: readonly VersionRow[]): Promise<VersionView[]> {
    const findings = findingsOf(rows);
    const flaws = inspections.flawsOf(rows.map(({ id }) => id));
    return Promise.all(rows.map((row) => toView(row, findings.get(row.id) ?? [], flaws.get(row.id) ?? [])));
  }

  return {
    rowsOf: (ids: readonly number[]): VersionRow[] => byIds.all(JSON.stringify(ids)),
    viewsById: async (rows: readonly VersionRow[]): Promise<Map<number, VersionView>> =>
      new Map((await toViews(rows)).map((view) => [view.id, view])),
    /** Returns all results of a photograph with their files and checks, oldest first. */
    async ofPhotograph(id: number): Promise<VersionView[]> {
      const rows = byPhotograph.all(id);
      const jobIds = rows.map(({ job_id }) => job_id);
      const files = await additional.viewsOf(jobIds);
      const views = await toViews(rows);
      const checksByVersion = checkResults.viewsOf(jobIds);
      return views.map((view, index) => {
        const row = rows[index] as VersionRow;
        const { job_id: jobId, step, element, version, kind } = row;
        const key = keyOfVersion({ jobId, step, element, version });
        const checks = kind === 'image' ? checksByVersion.get(key) : undefined;
        return { ...view, further: filesOfRow(row, files), checks: checks ?? [] };
      });
    },
  };
}
