/**
 * The campaign of a hostile service: each photograph gets another answer that means harm. Of each a sentence is said, or it comes out
 * finished where there was no harm in it; memory stays bounded, and the key goes nowhere and is written nowhere.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobError } from '../../../contract/jobs/job.ts';
import { jobStates } from '../../../contract/jobs/job.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { openStore } from '../../../main/store/index.ts';
import { createSeededRandom } from '../../helpers/seeded-random.ts';
import { checkUntouched, filesWith, inventory, type Violation } from '../runner/check.ts';
import { type Ended, startCommand } from '../runner/command.ts';
import { watchMemory } from '../runner/memory.ts';
import type { RoundOptions, RoundReport } from '../runner/round.ts';
import { type Scene, setScene } from '../runner/scene.ts';
import { type Hostile, stepsOf } from './hostile-answer.ts';
import { hostileFreedom, type QueryForm, queryForms } from './hostile-freedom.ts';
import { hostileResults } from './hostile-results.ts';
import { type HostileService, startHostileService } from './hostile-service.ts';
import { hostileWords } from './hostile-words.ts';

const cases: readonly Hostile[] = [...hostileWords, ...hostileResults, ...hostileFreedom];

/** Photographs of one command. */
const together = 8;

/** The cases of a round, all of one recipe: after each other the rounds of a seed come to all of them, again and again. */
export function casesOf({ number, seed, only = '', quick = false }: RoundOptions): readonly Hostile[] {
  const word = only.toLowerCase();
  const some = cases.filter(
    ({ group, name, isHeavy }) => `${group}: ${name}`.toLowerCase().includes(word) && !(quick && isHeavy),
  );
  const groups = Object.keys(stepsOf).flatMap((recipe) => {
    const own = createSeededRandom(seed)
      .derive('cases', recipe)
      .shuffled(some.filter((each) => each.recipe === recipe));
    return Array.from({ length: Math.ceil(own.length / together) }, (_, index) =>
      own.slice(index * together, (index + 1) * together),
    );
  });
  const chosen = groups[number % groups.length];
  if (chosen === undefined) throw new Error(`There is no case ${only}`);
  return chosen;
}

/** MB. Most of it is for a result with 100 MB of metadata; without one, 250 MB. */
const maxMemoryMb = 1200;
/** Fast time against real time: hours of patience in minutes. */
const speed = 60;

export async function playHostile(options: RoundOptions): Promise<RoundReport> {
  const { number, seed, keep = false } = options;
  const chosen = casesOf(options);
  const chance = createSeededRandom(seed).derive('round', number);
  const key = `key-${number}-${chance.below(1e9).toString(36)}-of+the/campaign`;
  const contents: number[] = [];
  const caseOf = (content: number) => chosen[contents.indexOf(content)] ?? chosen[0]!;
  const form = chance.derive('query').pick(queryForms);
  const service = await startHostileService(key, caseOf, form);
  const scene = await setScene(service.baseUrl, key, chance.derive('scene'), {
    steps: stepsOf[chosen[0]!.recipe],
    count: chosen.length,
    where: 'elsewhere',
  });
  contents.push(...new Set(scene.photographs.map(({ content }) => content)));
  const before = await inventory(scene.source, scene.out, ...scene.others);
  const violations: Violation[] = [];
  const log: string[] = [];
  const round: Attack = { form, scene, service, chosen, contents, violations, log, peak: 0 };
  try {
    await makeReady(round);
    await attack(round, key);
    violations.push(...checkUntouched(before, await inventory(scene.source, scene.out, ...scene.others), scene));
    for (const text of service.misdeeds) violations.push({ kind: 'misdeed', text });
    for (const form of formsOf(key)) {
      for (const path of await filesWith(form, scene.data))
        violations.push({ kind: 'told a secret', text: `the key is in ${path}` });
    }
  } finally {
    await service.close();
    if (!keep || violations.length === 0) await scene.remove();
  }
  return {
    round: number,
    about: `${chosen[0]!.recipe}, ${form.options.join(' ') || 'usual queries'}: ${chosen.map(({ name }) => name).join('; ')}`,
    counts: { 'hostile answers': chosen.length, uploads: service.uploads.length },
    peaks: { 'MB of memory': round.peak },
    violations,
    log,
    ledger: [],
    kept: keep && violations.length > 0 ? scene.root : null,
  };
}

interface Attack {
  /** The form of task queries. */
  readonly form: QueryForm;
  readonly scene: Scene;
  readonly service: HostileService;
  readonly chosen: readonly Hostile[];
  readonly contents: readonly number[];
  readonly violations: Violation[];
  readonly log: string[];
  /** MB. */
  peak: number;
}

/** Has the service make its pictures before anybody waits for them. */
async function makeReady({ chosen, contents }: Attack): Promise<void> {
  for (const [index, each] of chosen.entries()) {
    const around = { key: '', content: contents[index] ?? 0, file: '', elsewhere: '', task: '' };
    if (each.group !== 'pictures') continue;
    await each.answer(around);
    await each.file?.(around, new URL('http://hostile.invalid'));
  }
}

function formsOf(key: string): string[] {
  const bytes = Buffer.from(key);
  return [
    key,
    key.toUpperCase(),
    encodeURIComponent(key),
    bytes.toString('hex'),
    bytes.toString('base64').slice(4, -4),
  ];
}

/** Runs the command until every photograph stands somewhere; one that tries for ever is ended as by Ctrl-C. */
async function attack(round: Attack, key: string): Promise<void> {
  const { scene, service, contents, chosen, violations, log } = round;
  const words = ['run', scene.source, '--recipe', scene.recipe.name, '--out', scene.out, '--service', service.baseUrl];
  words.push(...round.form.options);
  // A command that is given again sends what was refused, and so costs nothing, once more.
  const refused = contents.map(() => 0);
  for (let tries = 0; tries < 4; tries += 1) {
    const running = startCommand({
      words: [...words, '--key-env', 'CAMPAIGN_KEY', '--data', scene.data],
      key,
      clock: { epoch: Date.now(), speed, offset: tries * 3_600_000 },
      limitMs: patience + 120_000,
    });
    const memory = watchMemory(running.child.pid ?? 0);
    const over = new AbortController();
    const interrupting = interruptWhenQuiet(round, () => running.interrupt(), over.signal);
    const ended = await running.ended;
    over.abort();
    await interrupting;
    round.peak = Math.max(round.peak, memory.peak());
    check(round, ended, key);
    const now = stands(scene);
    if (now.length === contents.length && now.every(isSettled)) break;
    for (const [index, content] of contents.entries()) {
      const { state, error } = standOf(round, content, now) ?? {};
      if (state === 'failed' && error?.kind === 'service') refused[index] = (refused[index] ?? 0) + 1;
    }
  }
  const standing = stands(scene);
  for (const [index, content] of contents.entries()) {
    const { group, name, stands: allowed } = chosen[index]!;
    const { state = 'nowhere', error = null } = standOf(round, content, standing) ?? {};
    const text = `${group}: ${name}: ${state}, ${error?.code ?? '-'}: ${error ? formatMessage(error.message) : '-'}`;
    log.push(text);
    const isExplained = state === 'done' || (error !== null && /^[A-Z“].*[.?]$/s.test(formatMessage(error.message)));
    const isInside = error?.kind === 'internal' || /inside Burnish/.test(error ? formatMessage(error.message) : '');
    if (!(allowed as readonly string[]).includes(state) || !isExplained || isInside)
      violations.push({ kind: 'failed', text });
    const times = service.uploads.filter((each) => each === content).length;
    if (times > 1 + (refused[index] ?? 0)) violations.push({ kind: 'sent unasked', text: `${name}: ${times} times` });
  }
  if (round.peak > maxMemoryMb) violations.push({ kind: 'memory', text: `${round.peak} MB` });
}

function standOf({ scene }: Attack, content: number, all: readonly Standing[]): Standing | undefined {
  const path = scene.photographs.find((each) => each.content === content)?.path;
  return all.find((each) => each.path === path);
}

/** Real ms after which a command that rightly goes on trying is ended: on a busy machine each answer may come too late for fast time. */
const patience = 120_000;

/** Ends the command once nothing has moved for a while although all was sent, or when patience is over. */
async function interruptWhenQuiet(
  { scene, contents, service }: Attack,
  interrupt: () => void,
  signal: AbortSignal,
): Promise<void> {
  const pause = () => sleep(1000, undefined, { signal }).catch(() => undefined);
  const began = performance.now();
  for (let quiet = 0; !signal.aborted && quiet < 5 && performance.now() - began < patience; ) {
    await pause();
    const isSent = contents.every((content) => service.uploads.includes(content));
    quiet = isSent && stands(scene).every(isSettled) ? quiet + 1 : 0;
  }
  if (!signal.aborted) interrupt();
}

function check(round: Attack, { code, out, err, overdue, ms }: Ended, key: string): void {
  round.log.push(
    `run: ${overdue ? 'stuck' : `exit ${code}`}, ${ms} ms; ${err.trim().split('\n').at(-1)?.slice(0, 200)}`,
  );
  if (overdue) round.violations.push({ kind: 'stuck', text: err.slice(-300) });
  const output = out + err;
  if (formsOf(key).some((form) => output.includes(form)))
    round.violations.push({ kind: 'told a secret', text: output.slice(-400) });
  const control = [...output].find((each) => /[\p{Cc}\p{Bidi_Control}]/u.test(each) && !'\n\t'.includes(each));
  if (control) round.violations.push({ kind: 'told a secret', text: `wrote ${JSON.stringify(control)}` });
}

interface Standing {
  readonly path: string;
  readonly state: string;
  readonly error: JobError | null;
}

/** Nothing more is to be learnt of it. */
const isSettled = ({ state, error }: Standing) => state === 'done' || error !== null;

function stands({ data }: Scene): Standing[] {
  const store = openStore({ folder: data });
  try {
    return jobStates.flatMap((state) =>
      store.jobs.inState(state).map(({ sourcePath, error }) => ({ path: sourcePath, state, error })),
    );
  } finally {
    store.close();
  }
}
