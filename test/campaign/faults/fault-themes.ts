/** Themes of the faults campaign: each round has one, so that each fault also occurs alone. */
import type { SeededRandom } from '../../helpers/run/seeded-random.ts';
import { matching } from '../runner/report.ts';
import type { RoundPlan } from '../runner/round.ts';
import { type RecipeName, recipes, type SceneOptions } from '../runner/scene.ts';
import { errorCodeNames } from '../service/error-codes.ts';
import { ages, type Fault, page, pickBreak, refusal, retryAfters, slowDown, type TaskFate } from '../service/fault.ts';
import { healthy, type Plan } from '../service/ledger-service.ts';

interface Duration {
  /** Real ms after which the command is interrupted, because it rightly keeps trying. */
  readonly patienceMs?: number;
  /** Time that the computer is off before the healthy part, in ms of fast time. */
  readonly offMs?: number;
  /** Number of uploads up to which the command is repeated. */
  readonly uploads?: number;
}

export interface FaultPlan extends RoundPlan, Duration {
  readonly service: Plan;
}

type PickFault = (chance: SeededRandom) => Fault | null;
type Theme = (chance: SeededRandom, number: number, now: () => number) => FaultPlan;

const direct = ['cutout', 'product', 'slimming', 'retouched', 'heads', 'apparel'] as const;
const asTask = ['skin', 'lips', 'beauty-task', 'eyebrows'] as const;
/** Recipes whose results are files at the service. */
const addressed = ['cutout', 'product', 'slimming', 'heads', 'apparel', ...asTask] as const;
const both = [...direct, ...asTask, 'retouched-cutout', 'skin-cutout', 'slimming-skin'] as const;
const hourMs = 3_600_000;

/** Picks a recipe and the scene. */
function pickScene(chance: SeededRandom, names: readonly RecipeName[], more: Partial<SceneOptions> = {}) {
  const name = chance.pick(names);
  const [count, twins] = [chance.between(24, 32), chance.pick([0, 0.25])];
  const scene: SceneOptions = { steps: recipes[name], count, twins, where: 'elsewhere', ...more };
  const plan = (about: string, service: Partial<Plan>, duration: Duration = {}): FaultPlan => ({
    about: `${about}, ${name}`,
    scene,
    ...duration,
    service: { ...healthy, ...service },
  });
  return plan;
}

/** Returns faults for a share of the first `limit` requests. */
function first(limit: number, share: number, chance: SeededRandom, fault: PickFault) {
  return (nth: number) => {
    const draw = chance.derive(nth);
    return nth < limit && draw.chance(share) ? fault(draw) : null;
  };
}

/** Returns faults for a share of the first `limit` requests about each upload. */
function firstOf(limit: number, share: number, chance: SeededRandom, fault: PickFault) {
  return (upload: number, nth: number) => first(limit, share, chance.derive(upload), fault)(nth);
}

const themes: Readonly<Record<string, Theme>> = {
  /** Every error code of the interface, in each age, in response to uploads. */
  codes(chance, number) {
    const plan = pickScene(chance, both, { count: 40 });
    const perRound = 100;
    const codeOf = (nth: number) => errorCodeNames[(number * perRound + nth) % errorCodeNames.length]!;
    const age = ages[Math.floor((number * perRound) / errorCodeNames.length) % ages.length]!;
    return plan(
      `codes on uploads (${age})`,
      {
        age: age === 'new' ? 'new' : 'old',
        // Every fourth response is good, or the circuit breaker would open for an hour.
        upload: (nth) => (nth < perRound && nth % 4 !== 3 ? refusal(codeOf(nth), age) : null),
      },
      { uploads: perRound },
    );
  },

  /** Every error code in response to queries. */
  codesOfTasks(chance, number) {
    const plan = pickScene(chance, asTask);
    const codeOf = (upload: number, nth: number) =>
      errorCodeNames[(number * 17 + upload * 5 + nth) % errorCodeNames.length]!;
    const age = ages[number % ages.length]!;
    return plan(`codes on queries (${age})`, {
      age: age === 'new' ? 'new' : 'old',
      query: (upload, nth) => (upload < 60 && nth < 4 ? refusal(codeOf(upload, nth), age) : null),
    });
  },

  /** Connections that break or stop. */
  breaks(chance) {
    const large = chance.chance(0.15);
    const plan = pickScene(chance, large ? ['skin'] : both, large ? { padding: 9_000_000, count: 2 } : {});
    const silent = chance.chance(0.2);
    const fault: PickFault = (draw) =>
      draw.chance(0.25)
        ? { kind: draw.pick(['drip', 'drop-after'] as const) }
        : pickBreak(draw, silent ? ['reset', 'silence'] : undefined);
    return plan(
      'breaks',
      {
        upload: first(60, 0.5, chance.derive('u'), fault),
        query: firstOf(6, 0.6, chance.derive('q'), fault),
        download: firstOf(8, 0.7, chance.derive('d'), fault),
        otherRequest: first(3, 0.5, chance.derive('o'), fault),
      },
      { uploads: 50 },
    );
  },

  /** "Slow down", with each kind of Retry-After that ends within minutes. */
  busy(chance, _number, now) {
    const plan = pickScene(chance, both);
    const kinds = retryAfters.filter((kind) => kind !== '100000000' && kind !== 'year-9999');
    const fault: PickFault = (draw) => slowDown(draw, now(), kinds);
    return plan(
      'busy',
      {
        upload: first(60, 0.5, chance.derive('u'), fault),
        query: firstOf(4, 0.5, chance.derive('q'), fault),
        download: firstOf(4, 0.6, chance.derive('d'), fault),
      },
      { uploads: 50 },
    );
  },

  /** "Slow down" for years, or without an end. */
  busyForLong(chance, _number, now) {
    const request = chance.pick(['upload', 'query', 'download'] as const);
    const plan = pickScene(chance, request === 'query' ? asTask : addressed, { count: 8 });
    const endless = chance.chance(0.5);
    const kinds = endless ? (['0', 'past', '-5', 'nonsense', ''] as const) : (['100000000', 'year-9999'] as const);
    const fault: PickFault = (draw) => slowDown(draw, now(), kinds);
    const limit = endless ? Number.POSITIVE_INFINITY : 3;
    return plan(
      `busy for long on ${request === 'query' ? 'querie' : request}s`,
      request === 'upload'
        ? { upload: first(limit, 1, chance.derive('u'), fault) }
        : { [request]: firstOf(limit, 1, chance.derive('f'), fault) },
      { patienceMs: 2500, offMs: 2 * hourMs },
    );
  },

  /** Pages of proxies, and empty responses. */
  pages(chance) {
    const plan = pickScene(chance, both);
    const fault: PickFault = (draw) =>
      page(
        draw.pick([200, 200, 204, 404, 403, 500, 500, 502, 502, 504, 520]),
        draw.pick(['html', 'html', 'nothing', 'word']),
        { charged: draw.chance(0.5) },
      );
    const free: PickFault = (draw) =>
      page(draw.pick([200, 404, 500, 502, 504]), draw.pick(['html', 'nothing', 'word']));
    return plan(
      'pages',
      {
        age: chance.pick(['new', 'old']),
        upload: first(60, 0.5, chance.derive('u'), fault),
        query: firstOf(5, 0.6, chance.derive('q'), free),
        download: firstOf(7, 0.7, chance.derive('d'), free),
        otherRequest: first(4, 0.4, chance.derive('o'), free),
      },
      { uploads: 50 },
    );
  },

  /** A proxy that answers each upload from the third on with a page. */
  brokenProxy(chance) {
    const plan = pickScene(chance, both, { count: 12 });
    const status = chance.pick([200, 502]);
    return plan(
      'a broken proxy',
      {
        upload: (nth) => (nth < 2 ? null : page(status, 'html', { charged: true })),
        otherRequest: () => page(status, 'html'),
      },
      { patienceMs: 3000, offMs: 2 * hourMs },
    );
  },

  /** Invalid responses with a status of success. */
  answers(chance) {
    const plan = pickScene(chance, both);
    const redirect: PickFault = (draw) => {
      const location = draw.pick(['/elsewhere', 'http://127.0.0.1:9/', 'file:///etc/passwd']);
      return page(draw.pick([301, 302, 307, 308]), 'nothing', { headers: { location } });
    };
    const fault: PickFault = (draw) =>
      // Rare, because it opens the circuit breaker.
      draw.chance(0.06)
        ? redirect(draw)
        : draw.pick<Fault>([
            { kind: 'cut-json' },
            { kind: 'huge', megabytes: draw.pick([5, 20]) },
            { kind: 'no-result' },
            { kind: 'no-image' },
            { kind: 'same-task' },
          ]);
    const ofQuery: PickFault = (draw) =>
      draw.pick<Fault>([
        { kind: 'cut-json' },
        { kind: 'huge', megabytes: 20 },
        page(302, 'nothing', { headers: { location: '/elsewhere' } }),
      ]);
    return plan(
      'answers',
      {
        upload: first(60, 0.5, chance.derive('u'), fault),
        query: firstOf(5, 0.6, chance.derive('q'), ofQuery),
      },
      { uploads: 50 },
    );
  },

  /** Damaged, wrong or redirected result files. */
  files(chance) {
    const plan = pickScene(chance, [...addressed, 'skin-cutout']);
    const kinds = ['empty', 'cut', 'cut-unmeasured', 'text', 'noise', 'pdf', 'half-size'] as const;
    const fault: PickFault = (draw) => {
      if (draw.chance(0.2)) return { kind: 'redirect', to: draw.pick(['result', 'result', 'circle', 'nowhere']) };
      if (draw.chance(0.3)) return page(draw.pick([403, 404, 410, 401]), draw.pick(['nothing', 'html']));
      return { kind: 'file', what: draw.pick(kinds) };
    };
    return plan('files', { download: firstOf(8, 0.7, chance.derive('d'), fault) });
  },

  /** Dead addresses of a task, which gets new ones. */
  addresses(chance) {
    const plan = pickScene(chance, asTask);
    const status = chance.pick([403, 404, 410]);
    const deadCount = chance.between(2, 5);
    return plan('dead addresses of tasks', {
      download: (_upload, _nth, address) => (address < deadCount ? page(status, 'nothing') : null),
    });
  },

  /** Dead addresses of a direct operation, which has no others: they are tried, and then need a decision. */
  deadAddresses(chance) {
    const plan = pickScene(chance, ['cutout', 'slimming', 'heads'], { count: 8 });
    const status = chance.pick([403, 404, 410]);
    return plan(
      'dead addresses of direct answers',
      { download: (upload) => (upload < 8 ? page(status, 'nothing') : null) },
      { patienceMs: 2500, offMs: 25 * hourMs },
    );
  },

  /** Tasks that fail, never end, vanish, or take long. */
  tasks(chance) {
    const plan = pickScene(chance, [...asTask, 'skin-cutout']);
    const fates: readonly TaskFate[] = ['fails', 'vanishes', 'never-ends', { queries: 1 }, { queries: 5 }];
    const neverEnds = chance.chance(0.5);
    const possible = fates.filter((fate) => neverEnds || fate !== 'never-ends');
    return plan(
      'tasks',
      { fate: (upload) => (upload < 40 ? chance.derive('fate', upload).pick(possible) : { queries: 1 }) },
      neverEnds ? { patienceMs: 2500, offMs: 25 * hourMs } : {},
    );
  },

  mixed(chance, _number, now) {
    const plan = pickScene(chance, both, { twins: 0.3 });
    const upload: PickFault = (draw) =>
      draw.pick<Fault>([
        pickBreak(draw),
        page(502, 'html', { charged: true }),
        refusal(draw.pick(errorCodeNames), draw.pick(ages)),
        slowDown(draw, now(), ['0', '1', '']),
        { kind: 'cut-json' },
      ]);
    const get = (draw: SeededRandom): Fault =>
      draw.pick<Fault>([
        pickBreak(draw),
        page(502, 'html'),
        slowDown(draw, now(), ['0', '']),
        { kind: 'drip' },
        { kind: 'drop-after' },
      ]);
    const ofFile: PickFault = (draw) =>
      draw.chance(0.5) ? get(draw) : { kind: 'file', what: draw.pick(['empty', 'cut', 'text', 'noise']) };
    return plan(
      'mixed',
      {
        age: chance.pick(['new', 'old']),
        upload: first(60, 0.4, chance.derive('u'), upload),
        query: firstOf(4, 0.5, chance.derive('q'), get),
        download: firstOf(6, 0.6, chance.derive('d'), ofFile),
        otherRequest: first(3, 0.3, chance.derive('o'), get),
      },
      { uploads: 50 },
    );
  },
};

/** Sorted, so that a round number always has the same theme. */
export const themeNames = Object.keys(themes).sort();
/** Each theme once, and again those with many faults in a short time. */
const turns = [...themeNames, 'addresses', 'breaks', 'busy', 'codes', 'files', 'mixed', 'pages'];

export function faultPlan(chance: SeededRandom, number: number, now: () => number, only?: string): FaultPlan {
  const names = matching(turns, String, only);
  return themes[names[number % names.length]!]!(chance, Math.floor(number / names.length), now);
}
