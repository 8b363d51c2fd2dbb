/** One thing a hostile service does to a photograph, as data; hostile-service.ts carries it out. */
import type { SceneOptions } from '../runner/scene.ts';
import { recipes } from '../runner/scene.ts';

export interface Surroundings {
  readonly key: string;
  /** The photograph's number. */
  readonly content: number;
  /** An address of the service for its result. */
  readonly file: string;
  /** The same at another place, where the service has no business to send the key. */
  readonly elsewhere: string;
  readonly task: string;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly body?: Buffer | string;
  /** Goes on with this for ever. */
  readonly endless?: { readonly piece: Buffer | string; readonly everyMs: number };
}

/** How photographs may stand when it is over: whatever a sentence is said about, or finished where no harm was in it. */
export type Stand = 'failed' | 'uncertain' | 'waiting' | 'fetching' | 'done';

export interface Hostile {
  readonly group: 'answers' | 'tasks' | 'pictures' | 'addresses' | 'key' | 'files' | 'freedom';
  readonly name: string;
  readonly recipe: 'cutout' | 'retouched' | 'heads' | 'apparel' | 'skin' | 'landmarks' | 'faces';
  readonly stands: readonly Stand[];
  /** Takes long, or hundreds of MB of disk: not in `npm test`. */
  readonly isHeavy?: boolean;
  /** To the upload. */
  answer(around: Surroundings): Reply | Promise<Reply>;
  /** To the question after the task. */
  task?(around: Surroundings, id: string): Reply | Promise<Reply>;
  /** To a download. */
  file?(around: Surroundings, url: URL): Reply | Promise<Reply>;
}

export const stepsOf: Readonly<Record<Hostile['recipe'], SceneOptions['steps']>> = {
  cutout: recipes.cutout,
  retouched: recipes.retouched,
  heads: recipes.heads,
  apparel: recipes.apparel,
  skin: recipes.skin,
  landmarks: [['face-key-points', {}]],
  faces: [['face-analyzer-advanced', {}]],
};

/** A success around business fields. */
export const ok = (fields: object): Reply => ({ json: { request_id: 'request-1', log_id: 'log-1', ...fields } });

/** A refusal in the service's own envelope. */
export const refused = (detail: object, more: object = {}): Reply => ({
  status: 422,
  json: { request_id: 'request-1', log_id: 'log-1', error_detail: detail, ...more },
});
