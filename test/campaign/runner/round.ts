/** One round: a scene, a service, and the commands that are run against them; keeps what is needed to understand a violation. */
import { numbersOf } from '../../helpers/command-numbers.ts';
import { createSeededRandom, type SeededRandom } from '../../helpers/seeded-random.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { type LedgerService, type Plan, startLedgerService } from '../service/ledger-service.ts';
import {
  checkResults,
  checkUntouched,
  filesWith,
  type Inventory,
  inventory,
  isTaken,
  type ResultRules,
  type Violation,
} from './check.ts';
import { type CommandOptions, type Ended, type Kill, type Running, startCommand } from './command.ts';
import { type FastClock, fastNow } from './fast-clock.ts';
import { type Scene, type SceneOptions, setScene } from './scene.ts';
import { lastOperation, targetsOf } from './targets.ts';

export interface RoundReport {
  readonly round: number;
  /** What it was about, in a few words. */
  readonly about: string;
  readonly counts: Readonly<Record<string, number>>;
  /** What the highest of all rounds is worth knowing of. */
  readonly peaks: Readonly<Record<string, number>>;
  readonly violations: readonly Violation[];
  /** What was done, line by line. */
  readonly log: readonly string[];
  /** What the service noted; empty where nothing was violated. */
  readonly ledger: readonly string[];
  /** The scene's folder, where it was kept. */
  readonly kept: string | null;
}

/** The message of a failed test: violations first, then the log and the ledger, one entry per line. */
export function describeReport({ violations, log, ledger }: RoundReport): string {
  return [...violations.map(({ kind, text }) => `${kind}: ${text}`), ...log, ...ledger].join('\n');
}

type StartOptions = Pick<CommandOptions, 'kill' | 'journal' | 'limitMs' | 'env'>;

export interface Round {
  readonly number: number;
  readonly chance: SeededRandom;
  readonly scene: Scene;
  readonly service: LedgerService;
  readonly violations: Violation[];
  readonly log: string[];
  /** Fast time, ms since 1970; and how much faster than real time it is. */
  now(): number;
  readonly speed: number;
  /** Lets the computer be switched off for so long (ms of fast time). */
  sleep(ms: number): void;
  /** Sets the computer's clock so many ms (fast) ahead of the service's; negative: behind. */
  setClock(aheadMs: number): void;
  /** ms since 1970 by the computer's clock. */
  computerNow(): number;
  count(label: string, by?: number): void;
  peak(label: string, value: number): void;
  violate(kind: Violation['kind'], text: string): void;
  start(words: readonly string[], options?: StartOptions): Running;
  /** Waits until the service is asked for anything, or `running` has ended. */
  untilHeard(running: Running): Promise<void>;
  /** Starts a command, waits for its end, and looks at what it said. */
  run(words: readonly string[], options?: StartOptions): Promise<Ended>;
  /** Notes a command's end. */
  check(ended: Ended): Ended;
  /** What was there before the first command. */
  readonly before: Inventory;
}

export interface RoundOptions {
  readonly number: number;
  readonly seed: number;
  /** Only what has this word in its name. */
  readonly only?: string;
  /** With fewer photographs and less patience: for `npm test`. */
  readonly quick?: boolean;
  readonly keep?: boolean;
}

export interface RoundPlan {
  readonly about: string;
  readonly scene: SceneOptions;
  readonly service?: Plan;
  /** Fast time against real time; 20 leaves room for the network's own slowness. */
  readonly speed?: number;
}

/** Real ms within which a command asks the service for something, or ends: hours of fast time. */
const maxSilenceMs = 300_000;

/** Sets a round up, lets `act` carry it out, and reports. A fault of the campaign itself is thrown. */
export async function playRound(
  { number, seed, keep = false }: RoundOptions,
  plan: (chance: SeededRandom, now: () => number) => RoundPlan,
  act: (round: Round) => Promise<void>,
): Promise<RoundReport> {
  const chance = createSeededRandom(seed).derive('round', number);
  let clock: FastClock = { epoch: Date.now(), speed: 1, offset: 0 };
  let aheadMs = 0;
  const now = () => fastNow(clock);
  const planned = plan(chance.derive('plan'), now);
  clock = { ...clock, speed: planned.speed ?? 20 };
  const key = `key-${number}-${chance.below(1e9).toString(36)}-of-the-campaign`;
  const service = await startLedgerService(key, { now, speed: planned.speed ?? 20 }, planned.service);
  const scene = await setScene(service.baseUrl, key, chance.derive('scene'), planned.scene);
  const counts: Record<string, number> = {};
  const peaks: Record<string, number> = {};
  const violations: Violation[] = [];
  const log: string[] = [];
  const count = (label: string, by = 1) => {
    counts[label] = (counts[label] ?? 0) + by;
  };
  const before = await inventory(scene.source, scene.out, ...scene.others);
  const round: Round = {
    number,
    chance: chance.derive('acts'),
    scene,
    service,
    violations,
    log,
    before,
    now,
    speed: clock.speed,
    sleep: (ms) => {
      clock = { ...clock, offset: clock.offset + ms };
    },
    setClock: (ms) => {
      aheadMs = ms;
    },
    computerNow: () => now() + aheadMs,
    count,
    peak: (label, value) => {
      peaks[label] = Math.max(peaks[label] ?? 0, value);
    },
    violate: (kind, text) => void violations.push({ kind, text }),
    start: (words, options = {}) =>
      startCommand({ words, key, clock: { ...clock, offset: clock.offset + aheadMs }, ...options }),
    untilHeard: async ({ child }) => {
      const { ledger } = service;
      const heard = () => ledger.uploads.length + ledger.questions.length;
      const before = heard();
      const isOver = () => heard() !== before || child.exitCode !== null || child.signalCode !== null;
      await waitUntil(isOver, 'The command asks the service for nothing, and does not end.', {
        timeoutMs: maxSilenceMs,
        intervalMs: 20,
      });
    },
    run: async (words, options = {}) => round.check(await round.start(words, options).ended),
    check: (ended) => {
      lookAt(ended, round);
      return ended;
    },
  };
  try {
    await act(round);
    for (const misdeed of service.ledger.misdeeds) round.violate('misdeed', misdeed);
    count('uploads', service.ledger.uploads.length);
    count('faulty requests', service.ledger.faults);
  } finally {
    await service.close();
    if (!keep || violations.length === 0) await scene.remove();
  }
  const isViolated = violations.length > 0;
  return {
    round: number,
    about: planned.about,
    counts,
    peaks,
    violations,
    log,
    ledger: isViolated ? service.ledger.lines() : [],
    kept: keep && isViolated ? scene.root : null,
  };
}

function lookAt(ended: Ended, round: Round): void {
  const { words, code, out, err, report, overdue, byOthers, ms } = ended;
  const how = overdue ? 'stuck' : code === null ? `killed ${report?.step ?? ''}` : `exit ${code}`;
  round.log.push(`${words[0]}: ${how}, ${ms} ms; ${err.trim().split('\n').slice(-3).join(' | ').slice(0, 400)}`);
  const troubles = out.split('\n').filter((line) => /failed|uncertain/.test(line) && !line.startsWith('{'));
  round.log.push(...troubles.slice(0, 4).map((line) => `  ${line.slice(-300)}`));
  round.count('commands');
  if (code === null) round.count(byOthers ? 'killed by others' : 'kills');
  if (report !== null && code === null) round.count(`killed ${report.step}`);
  if (overdue) round.violate('stuck', `${words[0]} did not end: ${err.slice(-300)}`);
  const leakedSecrets = [round.scene.key, round.service.secret].filter((secret) => (out + err).includes(secret));
  if (leakedSecrets.length > 0)
    round.violate('told a secret', `${words[0]} wrote ${leakedSecrets.join(' and ')}: ${(out + err).slice(0, 300)}`);
  const { made, continuing, ended: come, left } = numbersOf(err);
  const hasSummary = words[0] === 'run' && made + continuing > 0 && /^\d+ done, /m.test(err);
  if (hasSummary && come + left !== made + continuing)
    round.violate('numbers', `run took in ${made}, went on with ${continuing}, and ended with: ${err.slice(-600)}`);
  const control = [...(out + err)].find(isControl);
  if (control) round.violate('told a secret', `${words[0]} wrote the control character ${JSON.stringify(control)}`);
}

/** What makes a terminal do something, or a name read as another one; lines and tabs apart. */
function isControl(character: string): boolean {
  return /[\p{Cc}\p{Bidi_Control}]/u.test(character) && !'\n\t'.includes(character);
}

/** The words of the command that every round is about. */
export function runWords({ scene, service }: Round, ...more: readonly string[]): string[] {
  const named = ['run', scene.source, '--recipe', scene.recipe.name, '--out', scene.out];
  return [...named, '--service', service.baseUrl, '--key-env', 'CAMPAIGN_KEY', '--data', scene.data, ...more];
}

interface Troubles {
  readonly counts: Readonly<Record<string, number>>;
  readonly troubles: readonly { readonly file: string; readonly state: string; readonly error: string | null }[];
}

export async function status(round: Round): Promise<Troubles> {
  const { out, err, code, byOthers } = await round.run(['status', '--json', '--data', round.scene.data]);
  if (byOthers) return status(round);
  const last = out.trim().split('\n').at(-1) ?? '';
  if (last.startsWith('{')) return JSON.parse(last) as Troubles;
  round.violate('failed', `status said nothing, exit ${code}: ${err.slice(-800)}`);
  return { counts: {}, troubles: [] };
}

/** Decides that everything undecided is sent again, and lets the ledger know of each decision that has come about. */
export async function sendAgain(round: Round, kill: Kill | null = null): Promise<number> {
  const { scene, service } = round;
  const undecided = (troubles: Troubles) =>
    new Set(troubles.troubles.filter(({ state }) => state === 'uncertain').map(({ file }) => file));
  const open = undecided(await status(round));
  if (open.size === 0) return 0;
  await round.run(['decide', '--all', 'send-again', '--data', scene.data], { kill });
  const still = kill === null ? new Set<string>() : undecided(await status(round));
  const contents = new Set(
    scene.photographs.filter(({ path }) => open.has(path) && !still.has(path)).map(({ content }) => content),
  );
  for (const content of contents) service.ledger.decided(content);
  round.count('decisions', contents.size);
  return open.size;
}

/** Runs the command again and again, deciding where it asks for it, until it says that all is done. */
export async function settle(round: Round, words: readonly string[], tries = 8): Promise<void> {
  let idle = 0;
  for (let nth = 0; nth < tries; nth += 1) {
    const uploads = round.service.ledger.last;
    const { code, overdue, err } = await round.run(words);
    if (code === 0 || overdue) return;
    const decided = await sendAgain(round);
    idle = decided > 0 || round.service.ledger.last > uploads ? 0 : idle + 1;
    if (idle === 2 || nth === tries - 1) {
      round.violate('failed', `The command does not come to its end: ${err.slice(-500)}`);
      return;
    }
  }
}

/** Everything that must hold when a round is over. `times`: how often each photograph was asked for. */
export async function checkRound(round: Round, rules: ResultRules): Promise<void> {
  const { scene, service, before, violations } = round;
  const after = await inventory(scene.source, scene.out, ...scene.others);
  const shown = new Set<number>();
  violations.push(...checkUntouched(before, after, scene));
  violations.push(...(await checkResults(before, after, scene, rules, (serial) => shown.add(serial))));
  const { ledger } = service;
  const operations = scene.recipe.steps.map(({ operation }) => operation);
  for (const excess of ledger.overcharged(operations, rules.most ?? rules.times)) {
    round.violate('charged twice', JSON.stringify({ ...excess, files: filesOf(scene, excess.content) }));
  }
  if (rules.ownPixels === undefined && !rules.isLossSaid) {
    for (const upload of ledger.lost(lastOperation(scene.recipe), shown))
      round.violate('paid and lost', JSON.stringify(upload));
  }
  for (const path of await filesWith(scene.key, scene.data)) round.violate('told a secret', `the key is in ${path}`);
  for (const again of ledger.sentUnasked()) round.violate('sent unasked', JSON.stringify(again));
  if (scene.recipe.output.conflict !== 'skip') return;
  const first = operations[0];
  for (const target of targetsOf(scene).filter((each) => isTaken(each, before))) {
    const { content } = target.photograph;
    const hasFreeTarget = targetsOf(scene).some(
      (each) => each.photograph.content === content && !isTaken(each, before),
    );
    if (!hasFreeTarget && first && ledger.uploadsOf(content, first).some(({ charged }) => charged))
      round.violate('paid and skipped', JSON.stringify(target.photograph.path));
  }
}

const filesOf = (scene: Scene, content: number) => scene.photographs.filter((each) => each.content === content).length;
