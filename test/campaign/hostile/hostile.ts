/**
 * Answers each photograph with another malicious response. Each fails with a message, or is finished if that is harmless;
 * memory stays bounded, and the key is neither sent elsewhere nor written.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type JobError, jobStates } from '../../../contract/jobs/job.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { createSeededRandom } from '../../helpers/run/seeded-random.ts';
import { checkUntouched, filesWith, inventory } from '../runner/check.ts';
import { type Ended, startCommand } from '../runner/command.ts';
import { watchMemory } from '../runner/memory.ts';
import { matching, Recorder, type RoundOptions, type RoundReport, reportRound } from '../runner/report.ts';
import { controlCharacterIn, runWords } from '../runner/round.ts';
import { type Scene, setScene, withStore } from '../runner/scene.ts';
import { type Hostile, stepsOf } from './hostile-answer.ts';
import { hostileResults } from './hostile-results.ts';
import { type HostileService, startHostileService } from './hostile-service.ts';
import { hostileWords } from './hostile-words.ts';

const cases: readonly Hostile[] = [...hostileWords, ...hostileResults];

const casesPerRound = 8;
/** Mostly for a result with 100 MB of metadata; other rounds use 250 MB. */
const maxMemoryMb = 1200;
/** Fast time against real time. */
const speed = 60;
/** Real ms after which a command that rightly keeps trying is interrupted. */
const patienceMs = 120_000;

/** Picks the cases of a round, with one recipe; consecutive rounds of a seed cover all cases repeatedly. */
function pickCases({ number, seed, only, quick = false }: RoundOptions): readonly Hostile[] {
  const possible = cases.filter(({ isHeavy }) => !(quick && isHeavy));
  const some = matching(possible, ({ group, name }) => `${group}: ${name}`, only);
  const groups = Object.keys(stepsOf).flatMap((recipe) => {
    const own = createSeededRandom(seed)
      .derive('cases', recipe)
      .shuffled(some.filter((each) => each.recipe === recipe));
    return Array.from({ length: Math.ceil(own.length / casesPerRound) }, (_, index) =>
      own.slice(index * casesPerRound, (index + 1) * casesPerRound),
    );
  });
  return groups[number % groups.length]!;
}

interface Attack {
  readonly scene: Scene;
  readonly service: HostileService;
  readonly chosen: readonly Hostile[];
  /** Number of the photograph of each case. */
  readonly contents: readonly number[];
  readonly recorder: Recorder;
}

export async function playHostile(options: RoundOptions): Promise<RoundReport> {
  const { number, seed } = options;
  const chosen = pickCases(options);
  const { recipe } = chosen[0]!;
  const chance = createSeededRandom(seed).derive('round', number);
  const key = `key-${number}-${chance.below(1e9).toString(36)}-of+the/campaign`;
  const contents: number[] = [];
  const caseOf = (content: number) => chosen[contents.indexOf(content)] ?? chosen[0]!;
  const service = await startHostileService(key, caseOf);
  const sceneOptions = { steps: stepsOf[recipe], count: chosen.length, where: 'elsewhere' } as const;
  const scene = await setScene(service.baseUrl, key, chance.derive('scene'), sceneOptions);
  contents.push(...new Set(scene.photographs.map(({ content }) => content)));
  const list = () => inventory(scene.source, scene.out, ...scene.others);
  const before = await list();
  const recorder = new Recorder();
  const close = async (keepsFolder: boolean) => {
    await service.close();
    if (!keepsFolder) await scene.remove();
  };
  const about = `${recipe}: ${chosen.map(({ name }) => name).join('; ')}`;
  return reportRound(options, about, recorder, { root: scene.root, close }, async () => {
    const attack: Attack = { scene, service, chosen, contents, recorder };
    await prepareImages(attack);
    await runCommands(attack);
    recorder.violations.push(...checkUntouched(before, await list(), scene));
    for (const misdeed of service.misdeeds) recorder.violate('misdeed', misdeed);
    for (const encoded of encodingsOf(key))
      for (const path of await filesWith(encoded, scene.data))
        recorder.violate('told a secret', `the key is in ${path}`);
    recorder.count('hostile answers', chosen.length);
    recorder.count('uploads', service.uploads.length);
  });
}

/** Encodes the images in advance, so that no request has to wait for them. */
async function prepareImages({ chosen, contents }: Attack): Promise<void> {
  for (const [index, each] of chosen.entries()) {
    if (each.group !== 'pictures') continue;
    const around = { key: '', content: contents[index] ?? 0, file: '', elsewhere: '', task: '' };
    await each.answer(around);
    await each.file?.(around, new URL('http://hostile.invalid'));
  }
}

function encodingsOf(key: string): string[] {
  const bytes = Buffer.from(key);
  const encoded = [bytes.toString('hex'), bytes.toString('base64').slice(4, -4)];
  return [key, key.toUpperCase(), encodeURIComponent(key), ...encoded];
}

/** Runs the command until each photograph is final, and checks the jobs. */
async function runCommands(attack: Attack): Promise<void> {
  const { scene, service, contents, chosen, recorder } = attack;
  const pathOf = (content: number) => scene.photographs.find((each) => each.content === content)?.path;
  const jobOf = (content: number, all: readonly Job[]) => all.find(({ path }) => path === pathOf(content));
  const words = runWords({ scene, service });
  // The next command sends rejected photographs again, which costs nothing.
  const rejections = contents.map(() => 0);
  for (let tries = 0; tries < 4; tries += 1) {
    const clock = { epoch: Date.now(), speed, offset: tries * 3_600_000 };
    const running = startCommand({ words, key: scene.key, clock, limitMs: patienceMs + 120_000 });
    const memory = watchMemory(running.child.pid ?? 0);
    const over = new AbortController();
    const interrupting = interruptWhenIdle(attack, () => running.interrupt(), over.signal);
    const ended = await running.ended;
    over.abort();
    await interrupting;
    recorder.peak('MB of memory', memory.peak());
    checkOutput(attack, ended);
    const jobs = jobsIn(scene);
    if (jobs.length === contents.length && jobs.every(isSettled)) break;
    for (const [index, content] of contents.entries()) {
      const { state, error } = jobOf(content, jobs) ?? {};
      if (state === 'failed' && error?.kind === 'service') rejections[index] = (rejections[index] ?? 0) + 1;
    }
  }
  const jobs = jobsIn(scene);
  for (const [index, content] of contents.entries()) {
    const { group, name, stands } = chosen[index]!;
    const { state = 'nowhere', error = null } = jobOf(content, jobs) ?? {};
    const message = error ? formatMessage(error.message) : '-';
    const text = `${group}: ${name}: ${state}, ${error?.code ?? '-'}: ${message}`;
    recorder.log.push(text);
    const isExplained = state === 'done' || (error !== null && /^[A-Z“].*[.?]$/s.test(message));
    const isInternal = error?.kind === 'internal' || /inside Burnish/.test(message);
    if (!(stands as readonly string[]).includes(state) || !isExplained || isInternal) recorder.violate('failed', text);
    const times = service.uploads.filter((each) => each === content).length;
    if (times > 1 + (rejections[index] ?? 0)) recorder.violate('sent unasked', `${name}: ${times} times`);
  }
  const peak = recorder.peaks['MB of memory'] ?? 0;
  if (peak > maxMemoryMb) recorder.violate('memory', `${peak} MB`);
}

/** Interrupts the command if it is idle although everything was sent, or at the end of the patience. */
async function interruptWhenIdle({ scene, contents, service }: Attack, interrupt: () => void, signal: AbortSignal) {
  const startedAt = performance.now();
  for (let idle = 0; !signal.aborted && idle < 5 && performance.now() - startedAt < patienceMs; ) {
    await sleep(1000, undefined, { signal }).catch(() => undefined);
    const isSent = contents.every((content) => service.uploads.includes(content));
    idle = isSent && jobsIn(scene).every(isSettled) ? idle + 1 : 0;
  }
  if (!signal.aborted) interrupt();
}

function checkOutput({ scene, recorder }: Attack, { code, out, err, isOverdue, ms }: Ended): void {
  const last = err.trim().split('\n').at(-1)?.slice(0, 200);
  recorder.log.push(`run: ${isOverdue ? 'stuck' : `exit ${code}`}, ${ms} ms; ${last}`);
  if (isOverdue) recorder.violate('stuck', err.slice(-300));
  const output = out + err;
  if (encodingsOf(scene.key).some((encoded) => output.includes(encoded)))
    recorder.violate('told a secret', output.slice(-400));
  const control = controlCharacterIn(output);
  if (control) recorder.violate('told a secret', `wrote ${JSON.stringify(control)}`);
}

interface Job {
  readonly path: string;
  readonly state: string;
  readonly error: JobError | null;
}

const isSettled = ({ state, error }: Job) => state === 'done' || error !== null;

function jobsIn({ data }: Scene): Job[] {
  return withStore(data, ({ jobs }) =>
    jobStates.flatMap((state) =>
      jobs.inState(state).map(({ sourcePath, error }) => ({ path: sourcePath, state, error })),
    ),
  );
}
