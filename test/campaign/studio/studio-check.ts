/** Checks a studio round: the database, the files in the share, the ledger, and the data of each station. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesWith } from '../runner/check.ts';
import { type Mark, readMark } from '../runner/mark.ts';
import { recipes, withStore } from '../runner/scene.ts';
import type { Upload } from '../service/ledger.ts';
import { operationNumber } from '../service/results.ts';
import type { StudioRound } from './studio.ts';
import { kinds, type SharedPhotograph } from './studio-scene.ts';

interface JobRow {
  readonly id: string;
  readonly path: string;
  readonly state: string;
  readonly error: { readonly code: string } | null;
  readonly results: readonly string[];
}

interface Decision {
  readonly path: string;
  readonly decision: string;
  /** ms since 1970. */
  readonly at: number;
}

/** Decisions by content. */
type Decisions = ReadonlyMap<number, readonly Decision[]>;

export async function checkStudioRound(round: StudioRound): Promise<void> {
  const { scene, service, count, violate } = round;
  const jobs = await scene.rows<JobRow>(
    `SELECT j.id, j.path, j.state, j.error, ARRAY(SELECT r.path FROM burnish.results r WHERE r.job = j.id ORDER BY r.path) AS results
     FROM burnish.jobs j`,
  );
  const decisions = await readDecisions(round);
  const byPath = new Map(jobs.map((job) => [job.path, job]));
  const marks = await marksIn(join(scene.mounts[0], 'out'), round);
  const claimed = new Set<string>();
  for (const photograph of scene.photographs) {
    const job = byPath.get(photograph.path);
    if (job === undefined) violate('lost', `${photograph.path} is nobody's job`);
    else checkPhotograph(photograph, job, { marks, claimed, decisions, round });
  }
  if (jobs.length > scene.photographs.length) violate('doubled', `${jobs.length} jobs of ${scene.photographs.length}`);
  for (const [name, mark] of marks)
    if (!claimed.has(name)) violate('doubled', `out/${name} is nobody's result: ${JSON.stringify(mark)}`);
  checkCharges(round, decisions, new Set([...marks.values()].map(({ serial }) => serial)));
  for (const misdeed of service.ledger.misdeeds) {
    // Two stations can query a task at the same time.
    if (/was asked for again/.test(misdeed)) count('early questions');
    else violate('misdeed', misdeed);
  }
  await checkStations(round);
}

interface Found {
  readonly marks: ReadonlyMap<string, Mark>;
  /** Names of results with a job. */
  readonly claimed: Set<string>;
  readonly decisions: Decisions;
  readonly round: StudioRound;
}

function checkPhotograph(photograph: SharedPhotograph, job: JobRow, found: Found): void {
  const { marks, claimed, decisions, round } = found;
  const { count, violate } = round;
  count(`photographs ${job.state}`);
  const about = `${photograph.path} (${job.state}, ${JSON.stringify(job.error)})`;
  const isGivenUp = decisions.get(photograph.content)?.at(-1)?.decision === 'give-up';
  if (job.state === 'cancelled' && isGivenUp) return;
  if (job.state !== 'done') {
    violate('failed', about);
    return;
  }
  const names = job.results.map((path) => path.replace(/^out\//, ''));
  for (const name of names) claimed.add(name);
  if (names.length !== 1) violate(names.length === 0 ? 'lost' : 'doubled', `${about} has ${JSON.stringify(names)}`);
  const steps = recipes[kinds[photograph.kind]];
  const wanted = operationNumber(steps.at(-1)?.[0] ?? 'face-beauty-pro');
  for (const name of names) {
    const mark = marks.get(name);
    if (mark === undefined) violate('lost', `${about}: out/${name} is not there`);
    else if (mark.photograph !== photograph.content || mark.operation !== wanted)
      violate('wrong result', `${about}: out/${name} shows ${JSON.stringify(mark)}`);
  }
}

/** Reads the marks by file name; an incomplete image is a violation. */
async function marksIn(folder: string, { violate }: StudioRound): Promise<Map<string, Mark>> {
  const marks = new Map<string, Mark>();
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile() || /^\.|\.(tmp|part)$/.test(entry.name)) {
      violate('left over', `out/${entry.name}`);
      continue;
    }
    const mark = await readMark(await readFile(join(folder, entry.name))).catch(() => null);
    if (mark === null) violate('damaged result', `out/${entry.name}`);
    else marks.set(entry.name, mark);
  }
  return marks;
}

async function readDecisions({ scene, count }: StudioRound): Promise<Decisions> {
  const rows = await scene.rows<Decision>(
    `SELECT j.path, d.decision, (extract(epoch FROM d.at) * 1000)::float8 AS at FROM burnish.decisions d JOIN burnish.jobs j ON j.id = d.job
     ORDER BY d.at, d.id`,
  );
  const contents = new Map(scene.photographs.map(({ path, content }) => [path, content]));
  const byContent = Map.groupBy(rows, ({ path }) => contents.get(path) ?? 0);
  // Copies share a decision.
  const unique = (all: readonly Decision[]) => [...new Map(all.map((each) => [each.at, each])).values()];
  const decisions = new Map([...byContent].map(([content, all]) => [content, unique(all)]));
  for (const { decision } of [...decisions.values()].flat())
    count(decision === 'give-up' ? 'given up' : 'sent again by word');
  return decisions;
}

/** Checks for one charge per request and decision, and for a result or decision per charge. */
function checkCharges({ service, count, violate }: StudioRound, decisions: Decisions, shown: ReadonlySet<number>) {
  const { uploads } = service.ledger;
  const charged = uploads.filter((upload) => upload.charged);
  count('uploads', uploads.length);
  count('uploads that broke off', uploads.filter(({ whole }) => !whole).length);
  count('tasks', uploads.filter(({ task }) => task !== null).length);
  count('questions about tasks', service.ledger.questions.filter(({ kind }) => kind === 'query').length);
  count('answers that were lost', 0);
  count('charged twice', 0);
  count('charged again by word', 0);
  const used = new Set([...shown, ...charged.map(({ madeBy }) => madeBy)]);
  for (const [key, those] of Map.groupBy(charged, ({ content, operation }) => `${content} ${operation}`)) {
    const about = decisions.get(those[0]?.content ?? 0) ?? [];
    const again = about.filter(({ decision }) => decision === 'send-again');
    for (const [nth, upload] of those.entries()) {
      if (nth === 0) continue;
      const isAllowed = again.filter(({ at }) => at <= upload.at).length >= nth;
      count(isAllowed ? 'charged again by word' : 'charged twice');
      if (!isAllowed)
        violate('charged twice', `${key}: ${those.map(inShort).join('; ')}; words: ${JSON.stringify(about)}`);
    }
    const lost = those.filter(({ serial }) => !used.has(serial));
    count('answers that were lost', lost.length);
    if (lost.length > about.length)
      violate('paid and lost', `${key}: ${lost.map(inShort).join('; ')}; words: ${JSON.stringify(about)}`);
  }
}

const inShort = ({ serial, at, answer, task }: Upload) => `${serial} at ${at}: ${answer} ${task ?? ''}`;

/** Checks that no station has unsent changes, open jobs or a stored key. */
async function checkStations({ scene, key, violate }: StudioRound): Promise<void> {
  for (const { name } of scene.stations) {
    const folder = join(scene.root, `data ${name}`);
    const [unsent, open] = withStore(folder, ({ shared }) => [shared.outbox(100), shared.open()]);
    if (unsent.length > 0) violate('numbers', `${name} has still to tell ${JSON.stringify(unsent)}`);
    if (open.length > 0) violate('numbers', `${name} has still to do ${JSON.stringify(open)}`);
    for (const path of await filesWith(key, folder)) violate('told a secret', `the key is in ${path}`);
  }
}
