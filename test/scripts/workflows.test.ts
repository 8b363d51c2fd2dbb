import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { projectRoot } from '../../scripts/setup/paths.ts';

type Step = { name?: string; uses?: string; run?: string };
type Job = { uses?: string; permissions?: object; 'timeout-minutes'?: number; steps?: Step[] };
type Workflow = { permissions?: object; concurrency?: object; jobs: Record<string, Job> };

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const files = (pattern: string) => globSync(pattern, { cwd: projectRoot }).map((file) => file.replaceAll('\\', '/'));

const workflowFiles = files('.github/workflows/*.yml');
const all = [...workflowFiles, ...files('.github/actions/*/action.yml')];

it('there are workflows', () => expect(workflowFiles).toHaveLength(2));

it.each(all)('%s pins each action to the hash of a commit, next to its version', (file) => {
  const uses = read(file)
    .split('\n')
    .filter((line) => /^\s*(- )?uses:/.test(line));
  for (const line of uses.filter((each) => !each.includes('uses: ./')))
    expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

it.each(all)('%s runs only scripts of package.json', (file) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = [...read(file).matchAll(/\bnpm (?:--silent )?(?:run )?([\w:-]+)/g)].map(([, name]) => name);
  const own = named.filter((name) => name !== 'ci' && name !== 'sbom');
  expect(own.filter((name) => scripts[name ?? ''] === undefined)).toEqual([]);
});

it.each(workflowFiles)('%s grants permissions only to a job that needs them, for a limited time', (file) => {
  const { permissions, concurrency, jobs } = parse(read(file)) as Workflow;
  expect(permissions).toEqual({});
  expect(concurrency).toBeDefined();
  for (const [name, job] of Object.entries(jobs)) {
    expect(job.permissions, name).toBeDefined();
    // A job that calls another workflow has its timeouts there.
    if (job.uses === undefined) expect(job['timeout-minutes'], name).toBeGreaterThan(0);
  }
});

// Titles of runs and names of branches come from strangers, and a script would execute them.
it.each(all)('%s inserts no outside text into a script', (file) => {
  const { jobs, runs } = parse(read(file)) as Workflow & { runs?: Job };
  const steps = (runs ? [runs] : Object.values(jobs)).flatMap((job) => job.steps ?? []);
  for (const { run = '' } of steps)
    for (const [, expression] of run.matchAll(/\$\{\{\s*(.*?)\s*\}\}/g)) expect(expression).toMatch(/^matrix\.\w+$/);
});
