/** A malicious response to a photograph, as data; hostile-service.ts sends it. */
import { marked } from '../runner/mark.ts';
import { recipes, type SceneOptions } from '../runner/scene.ts';

export interface Surroundings {
  readonly key: string;
  /** Number of the photograph. */
  readonly content: number;
  /** Address of its result at the service. */
  readonly file: string;
  /** Address at another server, which must not get the key. */
  readonly elsewhere: string;
  readonly task: string;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly body?: Buffer | string;
  /** Repeated without an end. */
  readonly endless?: { readonly piece: Buffer | string; readonly everyMs: number };
}

export type FinalState = 'failed' | 'uncertain' | 'waiting' | 'fetching' | 'done';

export interface Hostile {
  readonly group: 'answers' | 'tasks' | 'pictures' | 'addresses' | 'key' | 'files' | 'analyses';
  readonly name: string;
  readonly recipe: 'cutout' | 'retouched' | 'heads' | 'apparel' | 'skin' | 'landmarks' | 'faces';
  /** Possible states of the job at the end. */
  readonly stands: readonly FinalState[];
  /** Whether it takes long, or hundreds of MB. */
  readonly isHeavy?: boolean;
  /** Response to the upload. */
  answer(around: Surroundings): Reply | Promise<Reply>;
  /** Response to a query of the task. */
  task?(around: Surroundings, id: string): Reply | Promise<Reply>;
  /** Response to a download. */
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

const ids = { request_id: 'request-1', log_id: 'log-1' };

export const ok = (fields: object): Reply => ({ json: { ...ids, ...fields } });

/** Returns an error in the envelope of the service. */
export const refused = (detail: object, more: object = {}): Reply => ({
  status: 422,
  json: { ...ids, error_detail: detail, ...more },
});

/** Returns the correct result of the photograph. */
export const goodFile = async ({ content }: Surroundings): Promise<Reply> => ({
  body: await marked({ photograph: content, operation: 1, element: 0, serial: 1 }).ensureAlpha().png().toBuffer(),
});

/** A finished task under an unusual id, which queries must keep. */
export const taskCase = (
  group: Hostile['group'],
  name: string,
  idOf: (around: Surroundings) => string,
  stands: Hostile['stands'] = ['done'],
): Hostile => ({
  ...{ group, name, recipe: 'skin', stands },
  answer: (around) => ok({ task_id: idOf(around) }),
  task: (around, id) =>
    id === idOf(around) ? ok({ task_status: 2, data: { result_urls: [around.file] } }) : { status: 500 },
  file: goodFile,
});
