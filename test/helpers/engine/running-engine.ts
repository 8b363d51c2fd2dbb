/** Starts a real engine on a random port for a test, and sends real requests to it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import { type Engine, type EngineOptions, startEngine } from '../../../engine/service/engine.ts';
import { waitUntil } from '../run/wait-until.ts';

export const apiKey = 'a key for tests';
export const orderedWorker = new URL('./engine-worker.ts', import.meta.url);

/** A clock that moves only when advanced. */
export function handClock(at = Date.UTC(2026, 0, 1)): { now(): number; advance(ms: number): void } {
  let now = at;
  return {
    now: () => now,
    advance(ms) {
      now += ms;
    },
  };
}

/** A new empty folder, removed after the test. */
export async function scratchDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'burnish-engine-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** Starts an engine whose only worker follows commands (engine-worker.ts); closed after the test. */
export async function startTestEngine(options: Partial<EngineOptions> = {}): Promise<Engine> {
  const engine = await startEngine({
    ...defaults(options.dataDir ?? (await scratchDir())),
    ...options,
    workerPool: { entry: orderedWorker, slotCount: 1, ...options.workerPool },
  });
  onTestFinished(async () => void (await engine.close()));
  return engine;
}

/** One engine for all tests of a file, for rules without lasting effects. */
export function sharedEngine(options: Partial<EngineOptions> = {}): () => Engine {
  let engine: Engine | undefined;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'burnish-engine-'));
    engine = await startEngine({
      ...defaults(dataDir),
      ...options,
      workerPool: { entry: orderedWorker, slotCount: 1, ...options.workerPool },
    });
  });
  afterAll(async () => {
    await engine?.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return () => {
    if (!engine) throw new Error('the engine is not running yet');
    return engine;
  };
}

const defaults = (dataDir: string) => ({ dataDir, apiKey });

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the tests look at any field of any answer
  readonly body: any;
}

/** Sends any request and parses the response as JSON. */
export async function ask(engine: Pick<Engine, 'baseUrl'>, path: string, init: RequestInit = {}): Promise<Answer> {
  const headers = new Headers(init.headers);
  if (!headers.has('service-api-key')) headers.set('service-api-key', apiKey);
  const response = await fetch(engine.baseUrl + path, { ...init, headers });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

export type FormEntry = string | Uint8Array | readonly (string | Uint8Array)[];

/** Builds a multipart form: bytes become files, texts become text fields, lists become repeated fields. */
export function formOf(entries: Record<string, FormEntry>): FormData {
  const form = new FormData();
  for (const [name, entry] of Object.entries(entries)) {
    for (const value of Array.isArray(entry) ? entry : [entry]) {
      if (typeof value === 'string') form.append(name, value);
      else form.append(name, new Blob([new Uint8Array(value)]), 'upload.bin');
    }
  }
  return form;
}

/** Posts `image` in every image field of the operation, with further entries. */
export function postImage(
  engine: Pick<Engine, 'baseUrl'>,
  operation: OperationId,
  image: Uint8Array,
  entries: Record<string, FormEntry> = {},
  init: RequestInit = {},
): Promise<Answer> {
  const images = operations[operation].images.map(({ field }) => [field, image]);
  return post(engine, operation, { ...Object.fromEntries(images), ...entries }, init);
}

/** The error code of a response, or "taken" for a success. */
export function errorCodeOf(answer: Answer): string {
  return answer.status === 200 ? 'taken' : answer.body.error_detail.code;
}

/** Posts a form to an operation. */
export function post(
  engine: Pick<Engine, 'baseUrl'>,
  operation: OperationId,
  entries: Record<string, FormEntry>,
  init: RequestInit = {},
): Promise<Answer> {
  return ask(engine, operations[operation].path, { method: 'POST', body: formOf(entries), ...init });
}

/** Time limit for a task of the real models on a busy machine. */
const maxTaskMs = 120_000;

/** Queries a task until it is neither queued nor running. */
export function outcomeOf(engine: Pick<Engine, 'baseUrl'>, taskId: string): Promise<Answer> {
  const outcome = async () => {
    const answer = await ask(engine, `/api/common/query-async-task-result?task_id=${taskId}`);
    return answer.body.task_status !== 0 && answer.body.task_status !== 1 && answer;
  };
  return waitUntil(outcome, `Task ${taskId} does not end.`, { timeoutMs: maxTaskMs, intervalMs: 20 });
}
