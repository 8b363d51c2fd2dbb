/** Themes of what an answer can hold: success that is none, files that are not right, addresses that are dead, tasks that come to nothing. */
import type { SeededRandom } from '../../helpers/seeded-random.ts';
import { errorCodeNames } from '../service/error-codes.ts';
import { aBreak, ages, type Fault, page, refusal, slowDown, type TaskFate } from '../service/fault.ts';
import { healthy } from '../service/ledger-service.ts';
import { addressed, asTask, both, first, firstOf, hour, sceneOf, type Theme } from './fault-theme.ts';

/** Answers that say success and are not right. */
export const answers: Theme = (chance) => {
  const { about, scene } = sceneOf(chance, both);
  const redirect = (draw: SeededRandom) => {
    const location = draw.pick(['/elsewhere', 'http://127.0.0.1:9/', 'file:///etc/passwd']);
    return page(draw.pick([301, 302, 307, 308]), 'nothing', { headers: { location } });
  };
  const fault = (draw: SeededRandom): Fault =>
    // Rare, since the service is left alone after it.
    draw.chance(0.06)
      ? redirect(draw)
      : draw.pick<Fault>([
          { kind: 'cut-json' },
          { kind: 'huge', megabytes: draw.pick([5, 20]) },
          { kind: 'no-result' },
          { kind: 'no-image' },
          { kind: 'same-task' },
        ]);
  const ofQuery = (draw: SeededRandom): Fault =>
    draw.pick<Fault>([
      { kind: 'cut-json' },
      { kind: 'huge', megabytes: 20 },
      page(302, 'nothing', { headers: { location: '/elsewhere' } }),
    ]);
  return {
    about: `answers, ${about}`,
    scene,
    uploads: 50,
    service: {
      ...healthy,
      upload: first(60, 0.5, chance.derive('u'), fault),
      query: firstOf(5, 0.6, chance.derive('q'), ofQuery),
    },
  };
};

/** Result files that are not what they should be, a few times each. */
export const files: Theme = (chance) => {
  const { about, scene } = sceneOf(chance, [...addressed, 'skin-cutout']);
  const fault = (draw: SeededRandom): Fault => {
    if (draw.chance(0.2)) return { kind: 'redirect', to: draw.pick(['result', 'result', 'circle', 'nowhere']) };
    if (draw.chance(0.3)) return page(draw.pick([403, 404, 410, 401]), draw.pick(['nothing', 'html']));
    return { kind: 'file', what: draw.pick(['empty', 'cut', 'cut-unmeasured', 'text', 'noise', 'pdf', 'half-size']) };
  };
  return {
    about: `files, ${about}`,
    scene,
    service: { ...healthy, download: firstOf(8, 0.7, chance.derive('d'), fault) },
  };
};

/** Addresses of results that are refused for good; a task has new ones. */
export const addresses: Theme = (chance) => {
  const { about, scene } = sceneOf(chance, asTask);
  const status = chance.pick([403, 404, 410]);
  const dead = chance.between(2, 5);
  return {
    about: `dead addresses of tasks, ${about}`,
    scene,
    service: { ...healthy, download: (_upload, _nth, address) => (address < dead ? page(status, 'nothing') : null) },
  };
};

/** The same of a direct operation, which has no others: tried while they may live, then the user's decision. */
export const deadAddresses: Theme = (chance) => {
  const { about, scene } = sceneOf(chance, ['cutout', 'slimming', 'heads'], { count: 8 });
  const status = chance.pick([403, 404, 410]);
  return {
    about: `dead addresses of direct answers, ${about}`,
    scene,
    patientMs: 2500,
    offMs: 25 * hour,
    service: { ...healthy, download: (upload) => (upload < 8 ? page(status, 'nothing') : null) },
  };
};

/** Tasks that fail, never end, vanish, or take long. */
export const tasks: Theme = (chance) => {
  const { about, scene } = sceneOf(chance, [...asTask, 'skin-cutout']);
  const fates: readonly TaskFate[] = ['fails', 'vanishes', 'never-ends', { queries: 1 }, { queries: 5 }];
  const neverEnds = chance.chance(0.5);
  const possible = fates.filter((fate) => neverEnds || fate !== 'never-ends');
  const fate = (upload: number): TaskFate =>
    upload < 40 ? chance.derive('fate', upload).pick(possible) : { queries: 1 };
  return {
    about: `tasks, ${about}`,
    scene,
    ...(neverEnds ? { patientMs: 2500, offMs: 25 * hour } : {}),
    service: { ...healthy, fate },
  };
};

/** A little of everything at once. */
export const mixed: Theme = (chance, _number, now) => {
  const { about, scene } = sceneOf(chance, both, { twins: 0.3 });
  const upload = (draw: SeededRandom): Fault =>
    draw.pick<Fault>([
      aBreak(draw),
      page(502, 'html', { charged: true }),
      refusal(draw.pick(errorCodeNames), draw.pick(ages)),
      slowDown(draw, now(), ['0', '1', '']),
      { kind: 'cut-json' },
    ]);
  const get = (draw: SeededRandom): Fault =>
    draw.pick<Fault>([
      aBreak(draw),
      page(502, 'html'),
      slowDown(draw, now(), ['0', '']),
      { kind: 'drip' },
      { kind: 'drop-after' },
    ]);
  const ofFile = (draw: SeededRandom): Fault =>
    draw.chance(0.5) ? get(draw) : { kind: 'file', what: draw.pick(['empty', 'cut', 'text', 'noise']) };
  return {
    about: `mixed, ${about}`,
    scene,
    uploads: 50,
    service: {
      ...healthy,
      age: chance.pick(['new', 'old']),
      upload: first(60, 0.4, chance.derive('u'), upload),
      query: firstOf(4, 0.5, chance.derive('q'), get),
      download: firstOf(6, 0.6, chance.derive('d'), ofFile),
      otherRequest: first(3, 0.3, chance.derive('o'), get),
    },
  };
};
