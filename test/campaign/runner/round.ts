/** A round against the ledger service: a scene, the commands that run in it, and the checks that every round ends with. */
import { numbersOf } from '../../helpers/command/command-numbers.ts';
import { createSeededRandom, type SeededRandom } from '../../helpers/run/seeded-random.ts';
import { waitUntil } from '../../helpers/run/wait-until.ts';
import { type LedgerService, type Plan, startLedgerService } from '../service/ledger-service.ts';
import {
  checkResults,
  checkUntouched,
  filesWith,
  type Inventory,
  inventory,
  isTaken,
  type ResultRules,
} from './check.ts';
import { type CommandOptions, type Ended, type Kill, type Running, startCommand } from './command.ts';
import { type FastClock, fastNow } from './fast-clock.ts';
import { Recorder, type RoundOptions, type RoundReport, reportRound } from './report.ts';
import { type Scene, type SceneOptions, setScene } from './scene.ts';
import { lastOperation, targetsOf } from './targets.ts';

export interface RoundPlan {
  readonly about: string;
  readonly scene: SceneOptions;
  readonly service?: Plan;
  /** Speed of the command's clock; the default of 20 leaves time for slow network requests. */
  readonly speed?: number;
}

type StartOptions = Pick<CommandOptions, 'kill' | 'journal' | 'limitMs' | 'env'>;

/** Real ms within which a command sends a request or ends: hours of fast time. */
const maxSilenceMs = 300_000;

export class Round extends Recorder {
  readonly chance: SeededRandom;
  readonly scene: Scene;
  readonly service: LedgerService;
  /** Files before the first command. */
  readonly before: Inventory;
  readonly speed: number;
  #clock: FastClock;
  #aheadMs = 0;

  constructor(chance: SeededRandom, scene: Scene, service: LedgerService, before: Inventory, clock: FastClock) {
    super();
    this.chance = chance;
    this.scene = scene;
    this.service = service;
    this.before = before;
    this.speed = clock.speed;
    this.#clock = clock;
  }

  /** Time of the service, in ms since 1970. */
  readonly now = (): number => fastNow(this.#clock);
  /** Time of the attacked computer, in ms since 1970. */
  readonly computerNow = (): number => this.now() + this.#aheadMs;

  /** Skips time, as a computer that is switched off (ms of fast time). */
  sleep(ms: number): void {
    this.#clock = { ...this.#clock, offset: this.#clock.offset + ms };
  }

  /** Sets the computer's clock ahead of the service's, in ms of fast time; negative values set it back. */
  setClock(aheadMs: number): void {
    this.#aheadMs = aheadMs;
  }

  start(words: readonly string[], options: StartOptions = {}): Running {
    const clock = { ...this.#clock, offset: this.#clock.offset + this.#aheadMs };
    return startCommand({ words, key: this.scene.key, clock, ...options });
  }

  /** Runs a command to its end and checks its output. */
  async run(words: readonly string[], options: StartOptions = {}): Promise<Ended> {
    return this.check(await this.start(words, options).ended);
  }

  /** Waits for the next request to the service or the end of the command. */
  async untilRequest({ child }: Running): Promise<void> {
    const { uploads, questions } = this.service.ledger;
    const requestCount = () => uploads.length + questions.length;
    const before = requestCount();
    const isOver = () => requestCount() !== before || child.exitCode !== null || child.signalCode !== null;
    const options = { timeoutMs: maxSilenceMs, intervalMs: 20 };
    await waitUntil(isOver, 'The command sends no request, and does not end.', options);
  }

  /** Logs and checks the output of a command that has ended. */
  check(ended: Ended): Ended {
    const { words, code, out, err, report, isOverdue, isKilledByOthers, ms } = ended;
    const output = out + err;
    const end = isOverdue ? 'stuck' : code === null ? `killed ${report?.step ?? ''}` : `exit ${code}`;
    this.log.push(`${words[0]}: ${end}, ${ms} ms; ${err.trim().split('\n').slice(-3).join(' | ').slice(0, 400)}`);
    const failures = out.split('\n').filter((line) => /failed|uncertain/.test(line) && !line.startsWith('{'));
    this.log.push(...failures.slice(0, 4).map((line) => `  ${line.slice(-300)}`));
    this.count('commands');
    if (code === null) this.count(isKilledByOthers ? 'killed by others' : 'kills');
    if (report !== null && code === null) this.count(`killed ${report.step}`);
    if (isOverdue) this.violate('stuck', `${words[0]} did not end: ${err.slice(-300)}`);
    const leaked = [this.scene.key, this.service.secret].filter((secret) => output.includes(secret));
    if (leaked.length > 0)
      this.violate('told a secret', `${words[0]} wrote ${leaked.join(' and ')}: ${output.slice(0, 300)}`);
    const { made, continuing, ended: finished, left } = numbersOf(err);
    const hasSummary = words[0] === 'run' && made + continuing > 0 && /^\d+ done, /m.test(err);
    if (hasSummary && finished + left !== made + continuing)
      this.violate('numbers', `run added ${made}, resumed ${continuing}, and ended with: ${err.slice(-600)}`);
    const control = controlCharacterIn(output);
    if (control) this.violate('told a secret', `${words[0]} wrote the control character ${JSON.stringify(control)}`);
    return ended;
  }
}

/** Finds a character that controls a terminal or reverses text; line feeds and tabs are allowed. */
export function controlCharacterIn(output: string): string | undefined {
  return [...output].find((each) => /[\p{Cc}\p{Bidi_Control}]/u.test(each) && !'\n\t'.includes(each));
}

/**
 * Sets a round up, plays it with `act`, and reports.
 * @param plan gets the clock of the service
 * @throws errors of the campaign itself
 */
export async function playRound<P extends RoundPlan>(
  options: RoundOptions,
  plan: (chance: SeededRandom, now: () => number) => P,
  act: (round: Round, plan: P) => Promise<void>,
): Promise<RoundReport> {
  const { number, seed } = options;
  const chance = createSeededRandom(seed).derive('round', number);
  let clock: FastClock = { epoch: Date.now(), speed: 1, offset: 0 };
  let round: Round | undefined;
  const now = () => round?.now() ?? fastNow(clock);
  const planned = plan(chance.derive('plan'), now);
  const speed = planned.speed ?? 20;
  clock = { ...clock, speed };
  const key = `key-${number}-${chance.below(1e9).toString(36)}-of-the-campaign`;
  const service = await startLedgerService(key, { now, speed }, planned.service);
  const scene = await setScene(service.baseUrl, key, chance.derive('scene'), planned.scene);
  const before = await inventory(scene.source, scene.out, ...scene.others);
  const started = new Round(chance.derive('acts'), scene, service, before, clock);
  round = started;
  const close = async (keepsFolder: boolean) => {
    await service.close();
    if (!keepsFolder) await scene.remove();
  };
  return reportRound(options, planned.about, started, { root: scene.root, ledger: service.ledger, close }, async () => {
    await act(started, planned);
    for (const misdeed of service.ledger.misdeeds) started.violate('misdeed', misdeed);
    started.count('uploads', service.ledger.uploads.length);
    started.count('faulty requests', service.ledger.faults);
  });
}

/** Returns the arguments of `run` on the photographs of a scene. */
export function runWords(
  { scene, service }: { readonly scene: Scene; readonly service: Pick<LedgerService, 'baseUrl'> },
  ...more: readonly string[]
): string[] {
  const named = ['run', scene.source, '--recipe', scene.recipe.name, '--out', scene.out];
  return [...named, '--service', service.baseUrl, '--key-env', 'CAMPAIGN_KEY', '--data', scene.data, ...more];
}

interface QueueStatus {
  readonly counts: Readonly<Record<string, number>>;
  readonly troubles: readonly { readonly file: string; readonly state: string; readonly error: string | null }[];
}

export async function status(round: Round): Promise<QueueStatus> {
  const { out, err, code, isKilledByOthers } = await round.run(['status', '--json', '--data', round.scene.data]);
  if (isKilledByOthers) return status(round);
  const last = out.trim().split('\n').at(-1) ?? '';
  if (last.startsWith('{')) return JSON.parse(last) as QueueStatus;
  round.violate('failed', `status printed nothing, exit ${code}: ${err.slice(-800)}`);
  return { counts: {}, troubles: [] };
}

/** Decides to send all uncertain jobs again, and adds the decisions to the ledger. Returns the number of uncertain jobs. */
export async function sendAgain(round: Round, kill: Kill | null = null): Promise<number> {
  const { scene, service } = round;
  const uncertainFiles = async () =>
    new Set((await status(round)).troubles.filter(({ state }) => state === 'uncertain').map(({ file }) => file));
  const open = await uncertainFiles();
  if (open.size === 0) return 0;
  await round.run(['decide', '--all', 'send-again', '--data', scene.data], { kill });
  const undecided = kill === null ? new Set<string>() : await uncertainFiles();
  const decided = scene.photographs.filter(({ path }) => open.has(path) && !undecided.has(path));
  const contents = new Set(decided.map(({ content }) => content));
  for (const content of contents) service.ledger.decided(content);
  round.count('decisions', contents.size);
  return open.size;
}

/** Repeats the command, with decisions for uncertain jobs, until it exits with 0. */
export async function settle(round: Round, words: readonly string[], tries = 8): Promise<void> {
  let idle = 0;
  for (let nth = 0; nth < tries; nth += 1) {
    const uploads = round.service.ledger.last;
    const { code, isOverdue, err } = await round.run(words);
    if (code === 0 || isOverdue) return;
    const decided = await sendAgain(round);
    idle = decided > 0 || round.service.ledger.last > uploads ? 0 : idle + 1;
    if (idle < 2 && nth < tries - 1) continue;
    round.violate('failed', `The command never finishes its work: ${err.slice(-500)}`);
    return;
  }
}

export async function settleAndCheck(round: Round, words: readonly string[]): Promise<void> {
  await settle(round, words);
  await checkRound(round, { times: 1 });
}

/** Checks the promises that hold at the end of every round. */
export async function checkRound(
  round: Round,
  rules: ResultRules,
  { scene = round.scene, before = round.before }: Partial<Pick<Round, 'scene' | 'before'>> = {},
): Promise<void> {
  const { ledger } = round.service;
  const after = await inventory(scene.source, scene.out, ...scene.others);
  const shown = new Set<number>();
  round.violations.push(...checkUntouched(before, after, scene));
  round.violations.push(...(await checkResults(before, after, scene, rules, (serial) => shown.add(serial))));
  const operations = scene.recipe.steps.map(({ operation }) => operation);
  for (const excess of ledger.overcharged(operations, rules.maxTimes ?? rules.times)) {
    const files = scene.photographs.filter(({ content }) => content === excess.content).length;
    round.violate('charged twice', JSON.stringify({ ...excess, files }));
  }
  if (rules.ownPixels === undefined && !rules.isLossReported)
    for (const upload of ledger.lost(lastOperation(scene.recipe), shown))
      round.violate('paid and lost', JSON.stringify(upload));
  for (const path of await filesWith(scene.key, scene.data)) round.violate('told a secret', `the key is in ${path}`);
  for (const again of ledger.sentUnasked()) round.violate('sent unasked', JSON.stringify(again));
  if (scene.recipe.output.conflict !== 'skip') return;
  const [first] = operations;
  const targets = targetsOf(scene);
  for (const { photograph } of targets.filter((each) => isTaken(each, before))) {
    const { content, path } = photograph;
    const hasFreeTarget = targets.some((each) => each.photograph.content === content && !isTaken(each, before));
    if (!hasFreeTarget && first && ledger.uploadsOf(content, first).some(({ charged }) => charged))
      round.violate('paid and skipped', JSON.stringify(path));
  }
}
