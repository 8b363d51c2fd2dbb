/**
 * An image service with a ledger. It implements the interface (direct operations, tasks, queries, credits, result files,
 * envelopes of each age) with the faults of its plan, and records all requests.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ImageInput, OperationId } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import { formParts } from '../../helpers/form-parts.ts';
import { otherSize, readMark } from '../runner/mark.ts';
import { type Age, type Fault, faultName, isCharged, isChargeUncertain, refusal, type TaskFate } from './fault.ts';
import { createIssuedIds, type Task } from './issued-ids.ts';
import { Ledger, newUpload, type Question, type Upload } from './ledger.ts';
import { type Answer, answerOf, jsonAnswer, receive, send } from './misbehave.ts';
import { answersWithImage, businessFields, elementsOf, resultImage } from './results.ts';

/** Behavior of the service; numbers count from 0. */
export interface Plan {
  readonly age: Age;
  /** Real ms before the response to an upload. */
  latency(upload: number): number;
  upload(upload: number): Fault | null;
  fate(upload: number): TaskFate;
  query(upload: number, nth: number): Fault | null;
  /** `nth` download of the upload's results; `address` is the number of earlier addresses of this result. */
  download(upload: number, nth: number, address: number): Fault | null;
  /** Credits and other requests. */
  otherRequest(nth: number): Fault | null;
  /** Accepts images without a mark. */
  readonly takesAnything?: boolean;
  /** Credits of the price list; default 1. */
  price?(operation: OperationId): number;
  /** Credits charged; default: the price list. */
  actualPrice?(operation: OperationId, upload: number): number;
  /** Default true. */
  readonly tellsBalance?: boolean;
  /** Maximum age of the balance, in ms of fast time. */
  readonly balanceAgeMs?: number;
  /** Credits spent by other users before the `nth` query of the balance; negative if bought. */
  spentByOthers?(nth: number): number;
  /** Delay of a refund in the balance, in ms of fast time. */
  refundsAfter?(upload: number): number;
  /** Accepts idempotency keys for 24 hours. */
  readonly knowsKeys?: boolean;
  /** Delay of a charge after the response, in ms of fast time. */
  chargesAfter?(upload: number): number;
}

export const healthy: Plan = {
  age: 'new',
  latency: () => 0,
  upload: () => null,
  fate: () => ({ queries: 1 }),
  query: () => null,
  download: () => null,
  otherRequest: () => null,
};

export interface LedgerService {
  readonly baseUrl: string;
  readonly ledger: Ledger;
  /** Beginning of the secret part of each result's address. */
  readonly secret: string;
  /** Changes the plan; tasks keep their fate. */
  behave(plan: Plan): void;
  /** Whether a task has, or will have, a result. */
  holds(taskId: string): boolean;
  /** Waits for late charges. */
  charged(): Promise<void>;
  close(): Promise<void>;
}

/** Initial credits of the account. */
export const credit = 100_000;

const keyLifetimeMs = 24 * 3_600_000;

/** Minimum pause between two queries of a task, in ms of fast time, and its tolerance on a busy machine, in real ms. */
const pollIntervalMs = 5000;
const toleranceMs = 70;

const notFound = (age: Age = 'new') => answerOf(refusal('ERROR_RESOURCE_NOT_FOUND', age));

/** @param ledger can be shared by several services */
export async function startLedgerService(
  apiKey: string,
  { now, speed }: { now(): number; readonly speed: number },
  first: Plan = healthy,
  ledger = new Ledger(),
): Promise<LedgerService> {
  const secret = `secret-${randomBytes(4).toString('hex')}`;
  const issued = createIssuedIds(secret);
  const closing = new AbortController();
  /** Charged upload of a key, and its first upload. */
  const keyed = new Map<string, Upload>();
  const firstOfKey = new Map<string, Upload>();
  const pendingCharges = new Set<Promise<void>>();
  let shownBalance = { at: Number.NEGATIVE_INFINITY, balance: credit };
  let plan = first;
  let baseUrl = '';

  const server = createServer({ requestTimeout: 0, keepAliveTimeout: 60_000 }, (message, response) => {
    answer(message, response).catch((error: unknown) => {
      // Broken connections are expected, other errors are not.
      if (!message.socket.destroyed && !closing.signal.aborted)
        ledger.misdeeds.push(`the service itself failed: ${String(error)}`);
      message.socket.destroy();
    });
  });

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(message.url ?? '/', 'http://ledger.invalid');
    const operation = Object.values(operations).find(({ path }) => path === url.pathname)?.id;
    const isResult = url.pathname.startsWith('/results/');
    const key = message.headers['service-api-key'];
    if (isResult && key !== undefined) ledger.misdeeds.push('the key was sent to the address of a result');
    if (!isResult && key !== apiKey) {
      ledger.misdeeds.push(`a request came with ${key === undefined ? 'no' : 'a wrong'} key: ${url.pathname}`);
    }
    if (message.method === 'POST' && operation) await upload(operation, message, response);
    else if (isResult) await download(url.pathname.slice('/results/'.length), message, response);
    else await question(url, message, response);
  }

  function note(fault: Fault | null, entry: { answer: string }, good: string): void {
    if (fault) ledger.faults += 1;
    entry.answer = fault ? faultName(fault) : good;
  }

  async function upload(operation: OperationId, message: IncomingMessage, response: ServerResponse): Promise<void> {
    const nth = ledger.uploads.length;
    const entry: Upload = { ...newUpload, serial: nth + 1, operation, at: now() };
    ledger.uploads.push(entry);
    const fault = plan.upload(nth);
    const fate = plan.fate(nth);
    note(fault, entry, 'taken');
    const body = await receive(message, fault, (bytes) => {
      entry.bytes = bytes;
    });
    if (body === null) return;
    entry.whole = true;
    const [main, second]: readonly ImageInput[] = operations[operation].images;
    const parts = formParts(message.headers['content-type'] ?? '', body);
    const image = parts.find(({ name }) => name === main?.field)?.bytes;
    if (second && !parts.some(({ name }) => name === second.field))
      ledger.misdeeds.push(`${operation} came without its reference`);
    const mark = image ? await readMark(image) : null;
    entry.content = mark?.photograph ?? null;
    entry.madeBy = mark?.serial ?? 0;
    if (plan.takesAnything && image) entry.size = await otherSize(image);
    else if (entry.content === null) ledger.misdeeds.push(`upload ${entry.serial} shows no known photograph`);
    const isRefused = fault?.kind === 'answer';
    const first = firstUnderKey(message, entry);
    const costs = isCharged(fault) && first === entry;
    const late = costs ? (plan.chargesAfter?.(nth) ?? 0) : 0;
    entry.listed = plan.price?.(operation) ?? 1;
    entry.price = plan.actualPrice?.(operation, nth) ?? entry.listed;
    entry.charged = costs && late === 0;
    entry.unclear = isChargeUncertain(fault);
    if (costs && entry.firstOfKey !== null) keyed.set(String(message.headers['idempotency-key']), entry);
    if (late > 0) chargeLater(late, entry);
    // A killed sender has not received the response.
    response.once('close', () => {
      if (!isRefused && !response.writableFinished) entry.unclear = true;
    });
    const latency = plan.latency(nth);
    if (latency > 0) await sleep(latency, undefined, { signal: closing.signal });
    await send(message, response, isRefused ? jsonAnswer({}) : await taken(first, parts, fault, fate), fault);
  }

  /** Returns the charged upload under the same key, or this one. */
  function firstUnderKey(message: IncomingMessage, entry: Upload): Upload {
    const key = message.headers['idempotency-key'];
    if (plan.knowsKeys !== true || key === undefined) return entry;
    const name = String(key);
    const earliest = firstOfKey.get(name);
    if (earliest === undefined || entry.at - earliest.at > keyLifetimeMs) {
      firstOfKey.set(name, entry);
      keyed.delete(name);
    }
    entry.firstOfKey = firstOfKey.get(name)?.serial ?? entry.serial;
    const first = keyed.get(name);
    if (first === undefined) return entry;
    if (first.content !== entry.content || first.operation !== entry.operation)
      ledger.misdeeds.push(`upload ${entry.serial} came under the key of another photograph`);
    return first;
  }

  function chargeLater(ms: number, entry: Upload): void {
    const charging = sleep(ms / speed, undefined, { signal: closing.signal })
      .catch(() => undefined)
      .then(() => {
        entry.charged = !entry.refunded;
        pendingCharges.delete(charging);
      });
    pendingCharges.add(charging);
  }

  function refund(upload: Upload): void {
    const late = plan.refundsAfter?.(upload.serial - 1) ?? 0;
    ledger.refund(upload, late > 0 ? now() + late : null);
  }

  function balanceNow(nth: number): number {
    const age = plan.balanceAgeMs ?? 0;
    if (now() - shownBalance.at > age)
      shownBalance = { at: now(), balance: credit - ledger.missingAt(now()) - (plan.spentByOthers?.(nth) ?? 0) };
    return shownBalance.balance;
  }

  async function taken(
    entry: Upload,
    parts: ReturnType<typeof formParts>,
    fault: Fault | null,
    fate: TaskFate,
  ): Promise<Answer> {
    const { operation } = entry;
    const taskType = parts.find(({ name }) => name === 'task_type')?.text;
    const isTask = operations[operation].delivery === 'async' || taskType === 'async';
    if (fault?.kind === 'no-result') return inEnvelope({ data: {} }, entry);
    if (isTask) {
      const existingTask = fault?.kind === 'same-task' ? issued.taskOf(operation) : undefined;
      if (existingTask) entry.unclear = true;
      if (entry.task !== null && existingTask === undefined) return inEnvelope({ task_id: entry.task }, entry);
      const task = existingTask ?? issued.newTask(entry, fate);
      entry.task = task.id;
      return inEnvelope({ task_id: task.id }, entry);
    }
    return inEnvelope(await fieldsOf(entry, false, fault), entry);
  }

  async function fieldsOf(entry: Upload, isTask: boolean, fault: Fault | null): Promise<object> {
    const { operation } = entry;
    const images = elementsOf(operation).map((_, element) => addressOf(entry, element));
    const noAddresses = images.map(() => 'no address');
    if (fault?.kind === 'no-image') return businessFields(operation, isTask, noAddresses, 'bm8gaW1hZ2U=');
    const inside = answersWithImage(operation, isTask) ? (await resultImage(entry, 0)).bytes.toString('base64') : null;
    return businessFields(operation, isTask, images, inside);
  }

  function addressOf(entry: Upload, element: number): string {
    return `${baseUrl}/results/${issued.newAddress(entry, element)}`;
  }

  function inEnvelope(fields: object, upload: Upload | null = null, status = 200): Answer {
    const ids = { request_id: randomBytes(6).toString('hex'), log_id: randomBytes(6).toString('hex') };
    if (upload) ledger.byRequestId.set(ids.request_id, upload);
    const detail = { code: '', code_message: '', message: '' };
    if (plan.age === 'new') return jsonAnswer({ ...ids, ...fields, error_detail: detail }, status);
    return jsonAnswer(
      { ...ids, ...fields, error_code: 0, error_msg: '', error_detail: { status_code: 200, ...detail } },
      status,
    );
  }

  function ask(kind: Question['kind'], about: string): Question {
    const entry: Question = { kind, about, at: now(), answer: 'unanswered' };
    ledger.questions.push(entry);
    return entry;
  }

  async function question(url: URL, message: IncomingMessage, response: ServerResponse): Promise<void> {
    if (url.pathname.endsWith('query-async-task-result')) {
      await query(url.searchParams.get('task_id') ?? '', message, response);
      return;
    }
    const isCredits = url.pathname.endsWith('query-credits');
    const entry = ask(isCredits ? 'credits' : 'other', url.pathname);
    const nth = ledger.questions.filter(({ kind }) => kind === entry.kind).length - 1;
    const fault = plan.otherRequest(nth);
    note(fault, entry, 'told');
    if ((await receive(message, fault, () => undefined)) === null) return;
    const hasBalance = isCredits && plan.tellsBalance !== false;
    const good = hasBalance
      ? inEnvelope({ data: { balance: balanceNow(nth), total: credit } })
      : notFound(plan.age === 'new' ? 'new' : 'old');
    await send(message, response, good, fault);
  }

  async function query(id: string, message: IncomingMessage, response: ServerResponse): Promise<void> {
    const entry = ask('query', id);
    const task = issued.task(id);
    const fault = task ? plan.query(task.upload.serial - 1, task.asked) : null;
    note(fault, entry, 'told');
    if (task) {
      const since = Math.round(entry.at - task.at);
      const isEarly = since < Math.max(500, pollIntervalMs - toleranceMs * speed);
      if (isEarly) ledger.misdeeds.push(`task ${id} was asked for again after ${since} ms`);
      task.at = entry.at;
      task.asked += 1;
    }
    if ((await receive(message, fault, () => undefined)) === null) return;
    // Failed tasks are not billed.
    if (task && fault?.kind === 'answer' && fault.isFinal) refund(task.upload);
    await send(message, response, task ? await taskAnswer(task, fault) : notFound(), fault);
  }

  async function taskAnswer(task: Task, fault: Fault | null): Promise<Answer> {
    const { fate, upload } = task;
    if (fate === 'vanishes' || fate === 'fails') ledger.faults += 1;
    if (fate === 'vanishes') return notFound();
    if (fate === 'fails') {
      refund(upload);
      return inEnvelope({ task_status: 3 }, upload);
    }
    if (fate === 'never-ends' || task.asked <= fate.queries)
      return inEnvelope({ task_status: task.asked === 1 ? 0 : 1 }, upload);
    return inEnvelope({ task_status: 2, ...(await fieldsOf(upload, true, fault)) }, upload);
  }

  async function download(token: string, message: IncomingMessage, response: ServerResponse): Promise<void> {
    const entry = ask('download', token);
    const address = issued.address(token);
    if (!address) {
      entry.answer = 'unknown address';
      await send(message, response, notFound(), null);
      return;
    }
    const { upload, element, number } = address;
    const fault = plan.download(upload.serial - 1, address.fetched(), number);
    note(fault, entry, 'sent');
    if ((await receive(message, fault, () => undefined)) === null) return;
    if (fault?.kind === 'redirect') {
      const to = {
        result: addressOf(upload, element),
        circle: `${baseUrl}/results/${token}`,
        nowhere: 'file:///etc/passwd',
      }[fault.to];
      await send(message, response, { status: 302, headers: { location: to }, type: '', body: Buffer.alloc(0) }, null);
      return;
    }
    const half = fault?.kind === 'file' && fault.what === 'half-size';
    const { bytes, type } = await resultImage(upload, element, half);
    await send(message, response, { status: 200, type, body: bytes }, fault);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl,
    ledger,
    secret,
    behave: (next) => {
      plan = next;
    },
    holds(taskId) {
      const task = issued.task(taskId);
      return task !== undefined && typeof task.fate === 'object' && !task.upload.refunded;
    },
    charged: async () => {
      await Promise.all(pendingCharges);
    },
    close: async () => {
      closing.abort();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
