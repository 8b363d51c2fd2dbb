/** What goes wrong in a round of the campaign of faults: one theme a round, so that each is met in its pure form. */
import type { Seeded } from '../helpers/seeded.ts';
import { errorCodeNames } from './error-codes.ts';
import { aBreak, ages, type Fault, page, refusal, retryAfters, slowDown, type TaskFate } from './faults.ts';
import { healthy, type Plan } from './ledger-service.ts';
import { recipes, type SceneOptions } from './scene.ts';

export interface FaultPlan {
  readonly about: string;
  readonly scene: SceneOptions;
  readonly service: Plan;
  /** Fast time against real time. */
  readonly speed?: number;
  /** The command is right not to come to its end: it is interrupted after so many ms (real). */
  readonly patientMs?: number;
  /** How long the computer is off between that and the healthy part, ms of fast time. */
  readonly offMs?: number;
  /** Commands are run until the service has met so many uploads. */
  readonly uploads?: number;
}

type Theme = (chance: Seeded, number: number, now: () => number) => FaultPlan;

const direct = ['cutout', 'product', 'slimming', 'retouched', 'heads', 'apparel'] as const;
const asTask = ['skin', 'lips', 'beauty-task', 'eyebrows'] as const;
const both = [...direct, ...asTask, 'retouched-cutout', 'skin-cutout', 'slimming-skin'] as const;
const hour = 3_600_000;

function sceneOf(
  chance: Seeded,
  names: readonly (keyof typeof recipes)[],
  more: Partial<SceneOptions> = {},
): { about: string; scene: SceneOptions } {
  const name = chance.pick(names);
  return {
    about: name,
    scene: {
      steps: recipes[name],
      count: chance.between(5, 9),
      twins: chance.pick([0, 0.25]),
      where: 'elsewhere',
      ...more,
    },
  };
}

/** The first `limit` of something meet a fault with some probability; every later one is well. */
function first(limit: number, share: number, chance: Seeded, fault: (chance: Seeded) => Fault | null) {
  return (nth: number) => {
    const draw = chance.derive(nth);
    return nth < limit && draw.chance(share) ? fault(draw) : null;
  };
}

/** The same for what there is per upload: the first `limit` of each. */
function firstOf(limit: number, share: number, chance: Seeded, fault: (chance: Seeded) => Fault | null) {
  return (upload: number, nth: number) => first(limit, share, chance.derive(upload), fault)(nth);
}

/** Every code of the interface, in every age, as the answer to uploads. */
const codes: Theme = (chance, number) => {
  const { about, scene } = sceneOf(chance, both, { count: 6 });
  const perRound = 16;
  const codeOf = (nth: number) => errorCodeNames[(number * perRound + nth) % errorCodeNames.length]!;
  const age = ages[Math.floor((number * perRound) / errorCodeNames.length) % ages.length]!;
  return {
    about: `codes on uploads (${age}), ${about}`,
    scene,
    uploads: perRound,
    service: {
      ...healthy,
      age: age === 'new' ? 'new' : 'old',
      // A good answer now and then, or a service in such trouble is left alone for an hour.
      upload: (nth) => (nth < perRound && nth % 4 !== 3 ? refusal(codeOf(nth), age) : null),
    },
  };
};

/** The same as the answer to queries. */
const codesOfTasks: Theme = (chance, number) => {
  const { about, scene } = sceneOf(chance, asTask, { count: 6 });
  const codeOf = (upload: number, nth: number) =>
    errorCodeNames[(number * 17 + upload * 5 + nth) % errorCodeNames.length]!;
  const age = ages[number % ages.length]!;
  return {
    about: `codes on queries (${age}), ${about}`,
    scene,
    service: {
      ...healthy,
      age: age === 'new' ? 'new' : 'old',
      query: (upload, nth) => (upload < 12 && nth < 3 ? refusal(codeOf(upload, nth), age) : null),
    },
  };
};

/** Connections that end or stand still, everywhere. */
const breaks: Theme = (chance) => {
  const large = chance.chance(0.15);
  const { about, scene } = sceneOf(chance, large ? ['skin'] : both, large ? { padding: 9_000_000, count: 2 } : {});
  const silent = chance.chance(0.2);
  const fault = (draw: Seeded) =>
    draw.chance(0.25)
      ? ({ kind: draw.pick(['drip', 'drop-after'] as const) } as const)
      : aBreak(draw, silent ? ['reset', 'silence'] : undefined);
  return {
    about: `breaks, ${about}`,
    scene,
    ...(silent ? { speed: 60 } : {}),
    service: {
      ...healthy,
      upload: first(10, 0.5, chance.derive('u'), fault),
      query: firstOf(3, 0.5, chance.derive('q'), fault),
      download: firstOf(4, 0.6, chance.derive('d'), fault),
      other: first(3, 0.5, chance.derive('o'), fault),
    },
  };
};

/** "Slow down", with every sort of Retry-After that ends within minutes. */
const busy: Theme = (chance, _number, now) => {
  const { about, scene } = sceneOf(chance, both);
  const kinds = retryAfters.filter((kind) => kind !== '100000000' && kind !== 'year-9999');
  const fault = (draw: Seeded) => slowDown(draw, now(), kinds);
  return {
    about: `busy, ${about}`,
    scene,
    speed: 60,
    service: {
      ...healthy,
      upload: first(6, 0.7, chance.derive('u'), fault),
      query: firstOf(2, 0.4, chance.derive('q'), fault),
      download: firstOf(2, 0.4, chance.derive('d'), fault),
    },
  };
};

/** "Slow down", for an hour or ten thousand years; or without an end. */
const busyForLong: Theme = (chance, _number, now) => {
  const { about, scene } = sceneOf(chance, both, { count: 5 });
  const endless = chance.chance(0.5);
  const kinds = endless ? (['0', 'past', '-5', 'nonsense', ''] as const) : (['100000000', 'year-9999'] as const);
  const fault = (draw: Seeded) => slowDown(draw, now(), kinds);
  const limit = endless ? Number.POSITIVE_INFINITY : 3;
  const at = chance.pick(['upload', 'query', 'download'] as const);
  const faults =
    at === 'upload'
      ? { upload: first(limit, 1, chance.derive('u'), fault) }
      : { [at]: firstOf(limit, 1, chance.derive('f'), fault) };
  return {
    about: `busy for long on ${at}s, ${about}`,
    scene,
    patientMs: 2500,
    offMs: 2 * hour,
    service: { ...healthy, ...faults },
  };
};

/** Pages and nothing at all, from what stands between. */
const pages: Theme = (chance) => {
  const { about, scene } = sceneOf(chance, both);
  const fault = (draw: Seeded) =>
    page(
      draw.pick([200, 200, 204, 404, 403, 500, 500, 502, 502, 504, 520]),
      draw.pick(['html', 'html', 'nothing', 'word']),
      { charged: draw.chance(0.5) },
    );
  const free = (draw: Seeded) => page(draw.pick([200, 404, 500, 502, 504]), draw.pick(['html', 'nothing', 'word']));
  return {
    about: `pages, ${about}`,
    scene,
    service: {
      ...healthy,
      age: chance.pick(['new', 'old']),
      upload: first(8, 0.5, chance.derive('u'), fault),
      query: firstOf(3, 0.5, chance.derive('q'), free),
      download: firstOf(4, 0.5, chance.derive('d'), free),
      other: first(4, 0.4, chance.derive('o'), free),
    },
  };
};

/** A broken proxy: every upload from the third on is answered with a page, for as long as this command runs. */
const brokenProxy: Theme = (chance) => {
  const { about, scene } = sceneOf(chance, both, { count: 12 });
  const status = chance.pick([200, 502]);
  return {
    about: `a broken proxy, ${about}`,
    scene,
    patientMs: 3000,
    offMs: 2 * hour,
    service: {
      ...healthy,
      upload: (nth) => (nth < 2 ? null : page(status, 'html', { charged: true })),
      other: () => page(status, 'html'),
    },
  };
};

/** Answers that say success and are not right. */
const answers: Theme = (chance) => {
  const { about, scene } = sceneOf(chance, both);
  const fault = (draw: Seeded): Fault =>
    draw.pick<Fault>([
      { kind: 'cut-json' },
      { kind: 'huge', megabytes: draw.pick([5, 20]) },
      { kind: 'no-result' },
      { kind: 'no-image' },
      { kind: 'same-task' },
      page(draw.pick([301, 302, 307, 308]), 'nothing', {
        headers: { location: draw.pick(['/elsewhere', 'http://127.0.0.1:9/', 'file:///etc/passwd']) },
      }),
    ]);
  const ofQuery = (draw: Seeded): Fault =>
    draw.pick<Fault>([
      { kind: 'cut-json' },
      { kind: 'huge', megabytes: 20 },
      page(302, 'nothing', { headers: { location: '/elsewhere' } }),
    ]);
  return {
    about: `answers, ${about}`,
    scene,
    service: {
      ...healthy,
      upload: first(8, 0.6, chance.derive('u'), fault),
      query: firstOf(3, 0.5, chance.derive('q'), ofQuery),
    },
  };
};

/** Result files that are not what they should be, a few times each. */
const files: Theme = (chance) => {
  const { about, scene } = sceneOf(chance, [
    'cutout',
    'product',
    'slimming',
    'heads',
    'apparel',
    'skin',
    'lips',
    'beauty-task',
    'skin-cutout',
  ]);
  const fault = (draw: Seeded): Fault => {
    if (draw.chance(0.2)) return { kind: 'redirect', to: draw.pick(['result', 'result', 'circle', 'nowhere']) };
    if (draw.chance(0.3)) return page(draw.pick([403, 404, 410, 401]), draw.pick(['nothing', 'html']));
    return { kind: 'file', what: draw.pick(['empty', 'cut', 'cut-unmeasured', 'text', 'noise', 'pdf', 'half-size']) };
  };
  return {
    about: `files, ${about}`,
    scene,
    service: { ...healthy, download: firstOf(3, 0.6, chance.derive('d'), fault) },
  };
};

/** Addresses of results that are refused for good; a task has new ones. */
const addresses: Theme = (chance) => {
  const { about, scene } = sceneOf(chance, asTask);
  const status = chance.pick([403, 404, 410]);
  const dead = chance.between(1, 3);
  return {
    about: `dead addresses of tasks, ${about}`,
    scene,
    service: { ...healthy, download: (_upload, _nth, address) => (address < dead ? page(status, 'nothing') : null) },
  };
};

/** The same of a direct operation, which has no others: tried while they may live, then the user's decision. */
const deadAddresses: Theme = (chance) => {
  const { about, scene } = sceneOf(chance, ['cutout', 'slimming', 'heads'], { count: 4 });
  const status = chance.pick([403, 404, 410]);
  return {
    about: `dead addresses of direct answers, ${about}`,
    scene,
    patientMs: 2500,
    offMs: 25 * hour,
    service: { ...healthy, download: (upload) => (upload < 4 ? page(status, 'nothing') : null) },
  };
};

/** Tasks that fail, never end, vanish, or take long. */
const tasks: Theme = (chance) => {
  const { about, scene } = sceneOf(chance, [...asTask, 'skin-cutout']);
  const fates: readonly TaskFate[] = ['fails', 'vanishes', 'never-ends', { queries: 1 }, { queries: 5 }];
  const neverEnds = chance.chance(0.5);
  const possible = fates.filter((fate) => neverEnds || fate !== 'never-ends');
  const fate = (upload: number): TaskFate =>
    upload < 8 ? chance.derive('fate', upload).pick(possible) : { queries: 1 };
  return {
    about: `tasks, ${about}`,
    scene,
    ...(neverEnds ? { patientMs: 4000, offMs: 25 * hour } : {}),
    service: { ...healthy, fate },
  };
};

/** A little of everything at once. */
const mixed: Theme = (chance, _number, now) => {
  const { about, scene } = sceneOf(chance, both, { twins: 0.3 });
  const upload = (draw: Seeded): Fault =>
    draw.pick<Fault>([
      aBreak(draw),
      page(502, 'html', { charged: true }),
      refusal(draw.pick(errorCodeNames), draw.pick(ages)),
      slowDown(draw, now(), ['0', '1', '']),
      { kind: 'cut-json' },
    ]);
  const get = (draw: Seeded): Fault =>
    draw.pick<Fault>([
      aBreak(draw),
      page(502, 'html'),
      slowDown(draw, now(), ['0', '']),
      { kind: 'drip' },
      { kind: 'drop-after' },
    ]);
  const ofFile = (draw: Seeded): Fault =>
    draw.chance(0.5) ? get(draw) : { kind: 'file', what: draw.pick(['empty', 'cut', 'text', 'noise']) };
  return {
    about: `mixed, ${about}`,
    scene,
    service: {
      ...healthy,
      age: chance.pick(['new', 'old']),
      upload: first(9, 0.4, chance.derive('u'), upload),
      query: firstOf(2, 0.4, chance.derive('q'), get),
      download: firstOf(3, 0.4, chance.derive('d'), ofFile),
      other: first(3, 0.3, chance.derive('o'), get),
    },
  };
};

const themes: Readonly<Record<string, Theme>> = {
  codes,
  codesOfTasks,
  breaks,
  busy,
  busyForLong,
  pages,
  brokenProxy,
  answers,
  files,
  addresses,
  deadAddresses,
  tasks,
  mixed,
};

/** The plan of a round; `only` names a theme, or a part of its name. */
export function faultPlan(chance: Seeded, number: number, now: () => number, only = ''): FaultPlan {
  const names = Object.keys(themes).filter((name) => name.toLowerCase().includes(only.toLowerCase()));
  const theme = themes[names[number % names.length] ?? ''];
  if (theme === undefined) throw new Error(`There is no theme ${only}: ${Object.keys(themes).join(', ')}`);
  return theme(chance, Math.floor(number / names.length), now);
}
