/** Themes of what can happen to any request: refusals, breaks, "slow down", pages from what stands between. */
import type { SeededRandom } from '../../helpers/seeded-random.ts';
import { errorCodeNames } from '../service/error-codes.ts';
import { aBreak, ages, page, refusal, retryAfters, slowDown } from '../service/fault.ts';
import { healthy } from '../service/ledger-service.ts';
import { addressed, asTask, both, first, firstOf, hour, sceneOf, type Theme } from './fault-theme.ts';

/** Every code of the interface, in every age, as the answer to uploads. */
export const codes: Theme = (chance, number) => {
  const { about, scene } = sceneOf(chance, both, { count: 40 });
  const perRound = 100;
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
export const codesOfTasks: Theme = (chance, number) => {
  const { about, scene } = sceneOf(chance, asTask);
  const codeOf = (upload: number, nth: number) =>
    errorCodeNames[(number * 17 + upload * 5 + nth) % errorCodeNames.length]!;
  const age = ages[number % ages.length]!;
  return {
    about: `codes on queries (${age}), ${about}`,
    scene,
    service: {
      ...healthy,
      age: age === 'new' ? 'new' : 'old',
      query: (upload, nth) => (upload < 60 && nth < 4 ? refusal(codeOf(upload, nth), age) : null),
    },
  };
};

/** Connections that end or stand still, everywhere. */
export const breaks: Theme = (chance) => {
  const large = chance.chance(0.15);
  const { about, scene } = sceneOf(chance, large ? ['skin'] : both, large ? { padding: 9_000_000, count: 2 } : {});
  const silent = chance.chance(0.2);
  const fault = (draw: SeededRandom) =>
    draw.chance(0.25)
      ? ({ kind: draw.pick(['drip', 'drop-after'] as const) } as const)
      : aBreak(draw, silent ? ['reset', 'silence'] : undefined);
  return {
    about: `breaks, ${about}`,
    scene,
    uploads: 50,
    service: {
      ...healthy,
      upload: first(60, 0.5, chance.derive('u'), fault),
      query: firstOf(6, 0.6, chance.derive('q'), fault),
      download: firstOf(8, 0.7, chance.derive('d'), fault),
      otherRequest: first(3, 0.5, chance.derive('o'), fault),
    },
  };
};

/** "Slow down", with every sort of Retry-After that ends within minutes. */
export const busy: Theme = (chance, _number, now) => {
  const { about, scene } = sceneOf(chance, both);
  const kinds = retryAfters.filter((kind) => kind !== '100000000' && kind !== 'year-9999');
  const fault = (draw: SeededRandom) => slowDown(draw, now(), kinds);
  return {
    about: `busy, ${about}`,
    scene,
    uploads: 50,
    service: {
      ...healthy,
      upload: first(60, 0.5, chance.derive('u'), fault),
      query: firstOf(4, 0.5, chance.derive('q'), fault),
      download: firstOf(4, 0.6, chance.derive('d'), fault),
    },
  };
};

/** "Slow down", for an hour or ten thousand years; or without an end. */
export const busyForLong: Theme = (chance, _number, now) => {
  const at = chance.pick(['upload', 'query', 'download'] as const);
  const { about, scene } = sceneOf(chance, at === 'query' ? asTask : addressed, { count: 8 });
  const endless = chance.chance(0.5);
  const kinds = endless ? (['0', 'past', '-5', 'nonsense', ''] as const) : (['100000000', 'year-9999'] as const);
  const fault = (draw: SeededRandom) => slowDown(draw, now(), kinds);
  const limit = endless ? Number.POSITIVE_INFINITY : 3;
  const faults =
    at === 'upload'
      ? { upload: first(limit, 1, chance.derive('u'), fault) }
      : { [at]: firstOf(limit, 1, chance.derive('f'), fault) };
  return {
    about: `busy for long on ${at === 'query' ? 'querie' : at}s, ${about}`,
    scene,
    patientMs: 2500,
    offMs: 2 * hour,
    service: { ...healthy, ...faults },
  };
};

/** Pages and nothing at all, from what stands between. */
export const pages: Theme = (chance) => {
  const { about, scene } = sceneOf(chance, both);
  const fault = (draw: SeededRandom) =>
    page(
      draw.pick([200, 200, 204, 404, 403, 500, 500, 502, 502, 504, 520]),
      draw.pick(['html', 'html', 'nothing', 'word']),
      { charged: draw.chance(0.5) },
    );
  const free = (draw: SeededRandom) =>
    page(draw.pick([200, 404, 500, 502, 504]), draw.pick(['html', 'nothing', 'word']));
  return {
    about: `pages, ${about}`,
    scene,
    uploads: 50,
    service: {
      ...healthy,
      age: chance.pick(['new', 'old']),
      upload: first(60, 0.5, chance.derive('u'), fault),
      query: firstOf(5, 0.6, chance.derive('q'), free),
      download: firstOf(7, 0.7, chance.derive('d'), free),
      otherRequest: first(4, 0.4, chance.derive('o'), free),
    },
  };
};

/** A broken proxy: every upload from the third on is answered with a page, for as long as this command runs. */
export const brokenProxy: Theme = (chance) => {
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
      otherRequest: () => page(status, 'html'),
    },
  };
};
