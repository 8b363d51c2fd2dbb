/** What becomes of the jobs of a damaged database: nothing that may have been sent, and charged, is sent again by itself. */
import type { JobError } from '../../../contract/jobs/job.ts';
import { finalStates, jobStates } from '../../../contract/jobs/job.ts';
import { isMessage } from '../../../contract/messages/message.ts';
import { operations } from '../../../contract/operations/table.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import { isUnknownFate, unknownFateError } from '../jobs/adding/data-loss.ts';
import type { Merged, Origin } from './merge-rows.ts';
import type { SalvagedData } from './salvage-rows.ts';
import type { Row } from './table-shapes.ts';

export interface JobTables {
  readonly jobs: Merged;
  readonly stepRuns: Merged;
  readonly results: Merged;
  /** Whether a service charges, by its profile's id; one nobody knows any more does. */
  readonly canCharge: (profileId: string) => boolean;
  /** ms since 1970. */
  readonly now: number;
}

/** Job rows that can go into a database again, by id; the others are returned as lost. */
export function classifyJobs(
  tables: JobTables,
  found: Pick<SalvagedData, 'hasLostCommits' | 'taskJobs'>,
): { jobs: Map<number, Row>; lost: Row[]; uncertainCount: number } {
  const recipes = usableRecipes(tables.jobs);
  const runs = byJob(tables.stepRuns);
  const results = byJob(tables.results);
  const contested = contestedJobs(tables.stepRuns, found.taskJobs);
  const jobs = new Map<number, Row>();
  const lost: Row[] = [];
  for (const { row, origin } of tables.jobs.values()) {
    const recipe = recipes.get(String(row.recipe)) ?? recipes.get(String(row.recipe_hash));
    if (recipe === undefined) {
      lost.push(row);
      continue;
    }
    const id = Number(row.id);
    const isKnown = origin === 'tree' && !found.hasLostCommits;
    jobs.set(
      id,
      fate(mended(row, recipe), recipe.value, {
        isKnown: isKnown && (jobStates as readonly string[]).includes(String(row.state)),
        origin,
        runs: runs.get(id) ?? [],
        results: results.get(id) ?? [],
        charges: tables.canCharge(String(row.profile_id)),
        isContested: contested.has(id),
        now: tables.now,
      }),
    );
  }
  settleFollowers(jobs, tables);
  const uncertainCount = [...jobs.values()].filter(({ error }) => isUnknownFate(error)).length;
  return { jobs, lost, uncertainCount };
}

interface Circumstances {
  readonly isKnown: boolean;
  readonly origin: Origin;
  readonly runs: readonly Row[];
  readonly results: readonly Row[];
  readonly charges: boolean;
  readonly isContested: boolean;
  readonly now: number;
}

function fate(job: Row, recipe: Recipe, { isKnown, runs, results, charges, isContested, now }: Circumstances): Row {
  const last = runs.reduce((step, run) => Math.max(step, Number(run.step)), 0);
  const step = isKnown ? Number(job.step) : Math.min(Math.max(Number(job.step), last), recipe.steps.length - 1);
  const run = runs.find((each) => each.step === step);
  const adjusted = { ...job, step, operation: recipe.steps[step]?.operation ?? job.operation } as Row;
  const isOpen = !(finalStates as readonly string[]).includes(String(job.state));
  const unsure = () =>
    charges ? markUncertain(adjusted, now) : ({ ...adjusted, state: 'queued', lease: null, run_after: 0 } as Row);
  if (isContested && isOpen) return unsure();
  // Also if how the photograph was fitted is lost: whether its result can still be placed is known once that is here.
  const hasAnswer = run?.answer != null;
  const hasTask = run?.task_id != null && run.finished_at == null;
  if (!isKnown && isOpen) {
    const made = results.filter(({ step, version }) => step === recipe.steps.length - 1 && !version).length;
    if (made > 0) return { ...adjusted, state: 'done', lease: null, result_count: made, finished_at: now } as Row;
    if (hasAnswer) return { ...adjusted, state: 'fetching', lease: null, run_after: 0 } as Row;
    if (hasTask) return { ...adjusted, state: 'waiting', lease: null, run_after: 0 } as Row;
    return unsure();
  }
  // What is at the service, or on its way home, goes on only with what names it.
  const isFollower = job.follows != null;
  if (job.state === 'waiting' && !hasTask) return unsure();
  if ((job.state === 'fetching' || job.state === 'placing') && !hasAnswer && !isFollower)
    return hasTask ? ({ ...adjusted, state: 'waiting', lease: null, run_after: 0 } as Row) : unsure();
  return adjusted;
}

function markUncertain(job: Row, now: number): Row {
  return {
    ...job,
    state: 'uncertain',
    lease: null,
    held: 0,
    error: JSON.stringify(unknownFateError),
    finished_at: now,
  };
}

/** Followers share the question of the job they follow; one that follows nobody any more is asked about itself. */
function settleFollowers(jobs: Map<number, Row>, { canCharge, now }: JobTables): void {
  for (const [id, job] of jobs) {
    if (job.follows == null) continue;
    const leader = jobs.get(Number(job.follows));
    const isOpen = !(finalStates as readonly string[]).includes(String(job.state));
    const alone = leader === undefined || leader.id === id ? { ...job, follows: null } : job;
    const isUncertain = leader === undefined || isUnknownFate(leader.error);
    const resolved = canCharge(String(job.profile_id))
      ? markUncertain(alone, now)
      : { ...alone, state: 'queued', lease: null };
    jobs.set(id, isOpen && isUncertain ? resolved : alone);
  }
}

/** What is not worth a job for: put right, or left out. */
function mended(job: Row, recipe: Usable): Row {
  const state = (jobStates as readonly string[]).includes(String(job.state)) ? job.state : 'queued';
  const isResting = (finalStates as readonly string[]).includes(String(state));
  const canHaveLease = ['preparing', 'submitting', 'fetching', 'placing'].includes(String(state));
  const { length } = recipe.value.steps;
  return {
    ...job,
    state: state ?? 'queued',
    // Where it came from is only shown: no reason to lose the job.
    origin: ['watch', 'drop', 'command', 'sample'].includes(String(job.origin)) ? (job.origin ?? 'drop') : 'drop',
    recipe: recipe.text,
    step_count: length,
    step: Math.min(Math.max(0, Number(job.step)), length - 1),
    held: job.held === 1 ? 1 : 0,
    lease: canHaveLease ? (job.lease ?? null) : null,
    removed_at: isResting ? (job.removed_at ?? null) : null,
    error: isErrorText(job.error) ? (job.error ?? null) : JSON.stringify(unknownFateError),
    failures: isObjectText(job.failures) ? (job.failures ?? '{}') : '{}',
  };
}

interface Usable {
  readonly text: string;
  readonly value: Recipe;
}

/** Recipes that can be worked with, by their text and by the hash of what they do: a damaged one is as another job has it. */
function usableRecipes(jobs: Merged): Map<string, Usable> {
  const found = new Map<string, Usable>();
  for (const { row } of jobs.values()) {
    const text = String(row.recipe);
    if (found.has(text)) continue;
    const value = readRecipe(text);
    if (value === null) continue;
    found.set(text, { text, value });
    if (!found.has(String(row.recipe_hash))) found.set(String(row.recipe_hash), { text, value });
  }
  return found;
}

/** A job's recipe, as far as the program relies on it; null where it cannot. */
export function readRecipe(text: string): Recipe | null {
  const value = parsed(text) as Partial<Recipe> | null | undefined;
  const isStep = (step: Recipe['steps'][number] | null) =>
    step !== null &&
    Object.hasOwn(operations, step?.operation) &&
    typeof step.params === 'object' &&
    step.params !== null;
  if (!Array.isArray(value?.steps) || value.steps.length === 0 || !value.steps.every(isStep)) return null;
  const { output } = value;
  return typeof value.id === 'string' && typeof output?.template === 'string' && typeof output.conflict === 'string'
    ? (value as Recipe)
    : null;
}

/** True for the text of a job's error, and for none. */
export function isErrorText(text: unknown): boolean {
  if (text === null || text === undefined) return true;
  const value = parsed(text) as Partial<JobError> | null | undefined;
  return typeof value?.code === 'string' && isMessage(value.message) && typeof value.kind === 'string';
}

export function isObjectText(text: unknown): boolean {
  const value = parsed(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

function byJob(rows: Merged): Map<number, Row[]> {
  const found = new Map<number, Row[]>();
  for (const { row } of rows.values()) {
    const id = Number(row.job_id);
    found.set(id, [...(found.get(id) ?? []), row]);
  }
  return found;
}

/** Jobs whose task is another job's, as the index over tasks has it: one of the two is wrong. */
function contestedJobs(stepRuns: Merged, taskJobs: ReadonlyMap<string, number>): Set<number> {
  const found = new Set<number>();
  for (const { row } of stepRuns.values()) {
    const owner = taskJobs.get(String(row.task_id));
    if (owner !== undefined && owner !== row.job_id) found.add(owner).add(Number(row.job_id));
  }
  return found;
}
