/** New states of the jobs of a damaged database. A possibly charged job is not sent again automatically. */
import { finalStates, type JobState, jobStates } from '../../../contract/jobs/job.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import { isUnknownFate, unknownFateError } from '../jobs/adding/data-loss.ts';
import type { MergedTable } from './merge-rows.ts';
import type { SalvagedData } from './salvage-rows.ts';
import { isErrorText, isObjectText, parseJobRecipe } from './stored-documents.ts';
import type { Row } from './table-shapes.ts';

interface JobTables {
  readonly jobs: MergedTable;
  readonly stepRuns: MergedTable;
  readonly results: MergedTable;
  /** Whether the service of a profile charges. True for an unknown profile. */
  readonly canCharge: (profileId: string) => boolean;
  /** ms since 1970. */
  readonly now: number;
}

export interface ClassifiedJobs {
  /** Rows to insert, by id. */
  readonly jobs: Map<number, Row>;
  /** Rows without a usable recipe. */
  readonly lost: Row[];
  readonly uncertainCount: number;
}

export function classifyJobs(
  tables: JobTables,
  salvaged: Pick<SalvagedData, 'hasLostCommits' | 'taskJobs'>,
): ClassifiedJobs {
  const recipes = collectRecipes(tables.jobs);
  const runs = groupByJob(tables.stepRuns);
  const results = groupByJob(tables.results);
  const contested = findContestedJobs(tables.stepRuns, salvaged.taskJobs);
  const jobs = new Map<number, Row>();
  const lost: Row[] = [];
  for (const { row, origin } of tables.jobs.values()) {
    const recipe = recipes.get(String(row.recipe)) ?? recipes.get(String(row.recipe_hash));
    if (recipe === undefined) {
      lost.push(row);
      continue;
    }
    const id = Number(row.id);
    const isLastState = origin === 'tree' && !salvaged.hasLostCommits && isState(row.state);
    const evidence: JobEvidence = {
      isLastState,
      runs: runs.get(id) ?? [],
      results: results.get(id) ?? [],
      canCharge: tables.canCharge(String(row.profile_id)),
      isContested: contested.has(id),
      now: tables.now,
    };
    jobs.set(id, classifyJob(repairColumns(row, recipe), recipe.value, evidence));
  }
  classifyFollowers(jobs, tables);
  const uncertainCount = [...jobs.values()].filter(({ error }) => isUnknownFate(error)).length;
  return { jobs, lost, uncertainCount };
}

interface JobEvidence {
  /** Whether the row is known to be the job's last state. */
  readonly isLastState: boolean;
  readonly runs: readonly Row[];
  readonly results: readonly Row[];
  readonly canCharge: boolean;
  readonly isContested: boolean;
  readonly now: number;
}

function classifyJob(row: Row, recipe: Recipe, evidence: JobEvidence): Row {
  const { isLastState, runs, results, canCharge, isContested, now } = evidence;
  const lastStep = runs.reduce((step, run) => Math.max(step, Number(run.step)), 0);
  const step = isLastState ? Number(row.step) : Math.min(Math.max(Number(row.step), lastStep), recipe.steps.length - 1);
  const run = runs.find((each) => each.step === step);
  const job = { ...row, step, operation: recipe.steps[step]?.operation ?? row.operation } as Row;
  const isOpen = !isFinal(row.state);
  const resolveUnknown = () => (canCharge ? toUncertain(job, now) : withState(job, 'queued'));
  if (isContested && isOpen) return resolveUnknown();
  // Valid even without the fit: after the download it shows whether the result can be placed.
  const hasAnswer = run?.answer != null;
  const hasTask = run?.task_id != null && run.finished_at == null;
  if (!isLastState && isOpen) {
    const resultCount = results.filter((result) => result.step === recipe.steps.length - 1 && !result.version).length;
    if (resultCount > 0)
      return { ...job, state: 'done', lease: null, result_count: resultCount, finished_at: now } as Row;
    if (hasAnswer) return withState(job, 'fetching');
    if (hasTask) return withState(job, 'waiting');
    return resolveUnknown();
  }
  // A started job continues only with its task or response.
  const isFollower = row.follows != null;
  if (row.state === 'waiting' && !hasTask) return resolveUnknown();
  if ((row.state === 'fetching' || row.state === 'placing') && !hasAnswer && !isFollower)
    return hasTask ? withState(job, 'waiting') : resolveUnknown();
  return job;
}

function withState(job: Row, state: JobState): Row {
  return { ...job, state, lease: null, run_after: 0 };
}

function toUncertain(job: Row, now: number): Row {
  return {
    ...job,
    state: 'uncertain',
    lease: null,
    held: 0,
    error: JSON.stringify(unknownFateError),
    finished_at: now,
  };
}

/** A follower becomes uncertain with its leader, or if its leader is lost. */
function classifyFollowers(jobs: Map<number, Row>, { canCharge, now }: JobTables): void {
  for (const [id, job] of jobs) {
    if (job.follows == null) continue;
    const leader = jobs.get(Number(job.follows));
    const isOpen = !isFinal(job.state);
    const linked = leader === undefined || leader.id === id ? { ...job, follows: null } : job;
    const isUncertain = leader === undefined || isUnknownFate(leader.error);
    const resolved = canCharge(String(job.profile_id))
      ? toUncertain(linked, now)
      : { ...linked, state: 'queued', lease: null };
    jobs.set(id, isOpen && isUncertain ? resolved : linked);
  }
}

/** Replaces damaged values that are no reason to lose the job. */
function repairColumns(job: Row, recipe: UsableRecipe): Row {
  const state = isState(job.state) ? job.state : 'queued';
  const canHaveLease = ['preparing', 'submitting', 'fetching', 'placing'].includes(String(state));
  const stepCount = recipe.value.steps.length;
  return {
    ...job,
    state: state ?? 'queued',
    // The origin is only shown.
    origin: ['watch', 'drop', 'command', 'sample'].includes(String(job.origin)) ? (job.origin ?? 'drop') : 'drop',
    recipe: recipe.text,
    step_count: stepCount,
    step: Math.min(Math.max(0, Number(job.step)), stepCount - 1),
    held: job.held === 1 ? 1 : 0,
    lease: canHaveLease ? (job.lease ?? null) : null,
    removed_at: isFinal(state) ? (job.removed_at ?? null) : null,
    error: isErrorText(job.error) ? (job.error ?? null) : JSON.stringify(unknownFateError),
    failures: isObjectText(job.failures) ? (job.failures ?? '{}') : '{}',
  };
}

const isState = (state: unknown) => (jobStates as readonly string[]).includes(String(state));
const isFinal = (state: unknown) => (finalStates as readonly string[]).includes(String(state));

interface UsableRecipe {
  readonly text: string;
  readonly value: Recipe;
}

/** Returns usable recipes by text and by recipe hash, so that the recipe of another job replaces a damaged one. */
function collectRecipes(jobs: MergedTable): Map<string, UsableRecipe> {
  const found = new Map<string, UsableRecipe>();
  for (const { row } of jobs.values()) {
    const text = String(row.recipe);
    if (found.has(text)) continue;
    const value = parseJobRecipe(text);
    if (value === null) continue;
    found.set(text, { text, value });
    if (!found.has(String(row.recipe_hash))) found.set(String(row.recipe_hash), { text, value });
  }
  return found;
}

function groupByJob(table: MergedTable): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const { row } of table.values()) {
    const id = Number(row.job_id);
    groups.set(id, [...(groups.get(id) ?? []), row]);
  }
  return groups;
}

/** Returns jobs that share a task according to their run and the index over tasks. One of each pair is wrong. */
function findContestedJobs(stepRuns: MergedTable, taskJobs: ReadonlyMap<string, number>): Set<number> {
  const contested = new Set<number>();
  for (const { row } of stepRuns.values()) {
    const owner = taskJobs.get(String(row.task_id));
    if (owner !== undefined && owner !== row.job_id) contested.add(owner).add(Number(row.job_id));
  }
  return contested;
}
