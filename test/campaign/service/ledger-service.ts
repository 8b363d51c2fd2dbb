/**
 * An image service with a ledger. It implements the interface (direct operations, tasks, queries, credits, result files,
 * envelopes of each age) with the faults of its plan, and records all requests.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ImageInput, OperationId } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import { formParts } from '../../helpers/service/form-parts.ts';
import { otherSize, readMark } from '../runner/mark.ts';
import { type Age, type Fault, faultName, isCharged, isChargeUncertain, refusal, type TaskFate } from './fault.ts';
import { createIssuedIds, type Task } from './issued-ids.ts';
import { Ledger, newUpload, type Question, type Upload } from './ledger.ts';
import { LocalServer } from './local-server.ts';
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

/** Initial credits of the account. */
export const credit = 100_000;

const keyLifetimeMs = 24 * 3_600_000;

/** Minimum pause between two queries of a task, in ms of fast time, and its tolerance on a busy machine, in real ms. */
const pollIntervalMs = 5000;
const toleranceMs = 70;

const notFound = (age: Age = 'new') => answerOf(refusal('ERROR_RESOURCE_NOT_FOUND', age));

interface Clock {
  /** Fast time, in ms since 1970. */
  now(): number;
  readonly speed: number;
}

/** @param ledger can be shared by several services */
export async function startLedgerService(
  apiKey: string,
  clock: Clock,
  plan: Plan = healthy,
  ledger = new Ledger(),
): Promise<LedgerService> {
  const service = new LedgerService(apiKey, clock, plan, ledger);
  await service.listen();
  return service;
}

export class LedgerService {
  readonly ledger: Ledger;
  /** Beginning of the secret part of each result's address. */
  readonly secret = `secret-${randomBytes(4).toString('hex')}`;
  readonly #apiKey: string;
  readonly #clock: Clock;
  readonly #server: LocalServer;
  readonly #issued = createIssuedIds(this.secret);
  /** Charged upload of each idempotency key, and its first upload. */
  readonly #keyed = new Map<string, Upload>();
  readonly #firstOfKey = new Map<string, Upload>();
  readonly #pendingCharges = new Set<Promise<void>>();
  #shownBalance = { at: Number.NEGATIVE_INFINITY, balance: credit };
  #plan: Plan;

  constructor(apiKey: string, clock: Clock, plan: Plan, ledger: Ledger) {
    this.#apiKey = apiKey;
    this.#clock = clock;
    this.#plan = plan;
    this.ledger = ledger;
    this.#server = new LocalServer(
      (message, response) => this.#answer(message, response),
      (text) => ledger.misdeeds.push(text),
    );
  }

  get baseUrl(): string {
    return this.#server.baseUrl;
  }

  listen(): Promise<void> {
    return this.#server.listen();
  }

  /** Changes the plan; tasks keep their fate. */
  behave(plan: Plan): void {
    this.#plan = plan;
  }

  /** Whether a task has, or will have, a result. */
  holds(taskId: string): boolean {
    const task = this.#issued.task(taskId);
    return task !== undefined && typeof task.fate === 'object' && !task.upload.refunded;
  }

  /** Waits for late charges. */
  async charged(): Promise<void> {
    await Promise.all(this.#pendingCharges);
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  async #answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(message.url ?? '/', 'http://this.ledger.invalid');
    const operation = Object.values(operations).find(({ path }) => path === url.pathname)?.id;
    const isResult = url.pathname.startsWith('/results/');
    const key = message.headers['service-api-key'];
    if (isResult && key !== undefined) this.ledger.misdeeds.push('the key was sent to the address of a result');
    if (!isResult && key !== this.#apiKey) {
      this.ledger.misdeeds.push(`a request came with ${key === undefined ? 'no' : 'a wrong'} key: ${url.pathname}`);
    }
    if (message.method === 'POST' && operation) await this.#upload(operation, message, response);
    else if (isResult) await this.#download(url.pathname.slice('/results/'.length), message, response);
    else await this.#question(url, message, response);
  }

  #note(fault: Fault | null, entry: { answer: string }, good: string): void {
    if (fault) this.ledger.faults += 1;
    entry.answer = fault ? faultName(fault) : good;
  }

  async #upload(operation: OperationId, message: IncomingMessage, response: ServerResponse): Promise<void> {
    const nth = this.ledger.uploads.length;
    const entry: Upload = { ...newUpload, serial: nth + 1, operation, at: this.#clock.now() };
    this.ledger.uploads.push(entry);
    const fault = this.#plan.upload(nth);
    const fate = this.#plan.fate(nth);
    this.#note(fault, entry, 'taken');
    const body = await receive(message, fault);
    if (body === null) return;
    entry.whole = true;
    const [main, second]: readonly ImageInput[] = operations[operation].images;
    const parts = formParts(message.headers['content-type'] ?? '', body);
    const image = parts.find(({ name }) => name === main?.field)?.bytes;
    if (second && !parts.some(({ name }) => name === second.field))
      this.ledger.misdeeds.push(`${operation} came without its reference`);
    const mark = image ? await readMark(image) : null;
    entry.content = mark?.photograph ?? null;
    entry.madeBy = mark?.serial ?? 0;
    if (this.#plan.takesAnything && image) entry.size = await otherSize(image);
    else if (entry.content === null) this.ledger.misdeeds.push(`upload ${entry.serial} shows no known photograph`);
    const isRefused = fault?.kind === 'answer';
    const first = this.#firstUnderKey(message, entry);
    const costs = isCharged(fault) && first === entry;
    const late = costs ? (this.#plan.chargesAfter?.(nth) ?? 0) : 0;
    entry.listed = this.#plan.price?.(operation) ?? 1;
    entry.price = this.#plan.actualPrice?.(operation, nth) ?? entry.listed;
    entry.charged = costs && late === 0;
    entry.unclear = isChargeUncertain(fault);
    if (costs && entry.firstOfKey !== null) this.#keyed.set(String(message.headers['idempotency-key']), entry);
    if (late > 0) this.#chargeLater(late, entry);
    // A killed sender has not received the response.
    response.once('close', () => {
      if (!isRefused && !response.writableFinished) entry.unclear = true;
    });
    const latency = this.#plan.latency(nth);
    if (latency > 0) await sleep(latency, undefined, { signal: this.#server.closing });
    await send(message, response, isRefused ? jsonAnswer({}) : await this.#taken(first, parts, fault, fate), fault);
  }

  /** Returns the charged upload under the same key, or this one. */
  #firstUnderKey(message: IncomingMessage, entry: Upload): Upload {
    const key = message.headers['idempotency-key'];
    if (this.#plan.knowsKeys !== true || key === undefined) return entry;
    const name = String(key);
    const earliest = this.#firstOfKey.get(name);
    if (earliest === undefined || entry.at - earliest.at > keyLifetimeMs) {
      this.#firstOfKey.set(name, entry);
      this.#keyed.delete(name);
    }
    entry.firstOfKey = this.#firstOfKey.get(name)?.serial ?? entry.serial;
    const first = this.#keyed.get(name);
    if (first === undefined) return entry;
    if (first.content !== entry.content || first.operation !== entry.operation)
      this.ledger.misdeeds.push(`upload ${entry.serial} came under the key of another photograph`);
    return first;
  }

  #chargeLater(ms: number, entry: Upload): void {
    const charging = sleep(ms / this.#clock.speed, undefined, { signal: this.#server.closing })
      .catch(() => undefined)
      .then(() => {
        entry.charged = !entry.refunded;
        this.#pendingCharges.delete(charging);
      });
    this.#pendingCharges.add(charging);
  }

  #refund(upload: Upload): void {
    const late = this.#plan.refundsAfter?.(upload.serial - 1) ?? 0;
    this.ledger.refund(upload, late > 0 ? this.#clock.now() + late : null);
  }

  #balanceNow(nth: number): number {
    const age = this.#plan.balanceAgeMs ?? 0;
    if (this.#clock.now() - this.#shownBalance.at > age)
      this.#shownBalance = {
        at: this.#clock.now(),
        balance: credit - this.ledger.missingAt(this.#clock.now()) - (this.#plan.spentByOthers?.(nth) ?? 0),
      };
    return this.#shownBalance.balance;
  }

  async #taken(
    entry: Upload,
    parts: ReturnType<typeof formParts>,
    fault: Fault | null,
    fate: TaskFate,
  ): Promise<Answer> {
    const { operation } = entry;
    const taskType = parts.find(({ name }) => name === 'task_type')?.text;
    const isTask = operations[operation].delivery === 'async' || taskType === 'async';
    if (fault?.kind === 'no-result') return this.#inEnvelope({ data: {} }, entry);
    if (isTask) {
      const existingTask = fault?.kind === 'same-task' ? this.#issued.taskOf(operation) : undefined;
      if (existingTask) entry.unclear = true;
      if (entry.task !== null && existingTask === undefined) return this.#inEnvelope({ task_id: entry.task }, entry);
      const task = existingTask ?? this.#issued.newTask(entry, fate);
      entry.task = task.id;
      return this.#inEnvelope({ task_id: task.id }, entry);
    }
    return this.#inEnvelope(await this.#fieldsOf(entry, false, fault), entry);
  }

  async #fieldsOf(entry: Upload, isTask: boolean, fault: Fault | null): Promise<object> {
    const { operation } = entry;
    const images = elementsOf(operation).map((_, element) => this.#addressOf(entry, element));
    const noAddresses = images.map(() => 'no address');
    if (fault?.kind === 'no-image') return businessFields(operation, isTask, noAddresses, 'bm8gaW1hZ2U=');
    const inside = answersWithImage(operation, isTask) ? (await resultImage(entry, 0)).bytes.toString('base64') : null;
    return businessFields(operation, isTask, images, inside);
  }

  #addressOf(entry: Upload, element: number): string {
    return `${this.baseUrl}/results/${this.#issued.newAddress(entry, element)}`;
  }

  #inEnvelope(fields: object, upload: Upload | null = null, status = 200): Answer {
    const ids = { request_id: randomBytes(6).toString('hex'), log_id: randomBytes(6).toString('hex') };
    if (upload) this.ledger.byRequestId.set(ids.request_id, upload);
    const detail = { code: '', code_message: '', message: '' };
    if (this.#plan.age === 'new') return jsonAnswer({ ...ids, ...fields, error_detail: detail }, status);
    return jsonAnswer(
      { ...ids, ...fields, error_code: 0, error_msg: '', error_detail: { status_code: 200, ...detail } },
      status,
    );
  }

  #ask(kind: Question['kind'], about: string): Question {
    const entry: Question = { kind, about, at: this.#clock.now(), answer: 'unanswered' };
    this.ledger.questions.push(entry);
    return entry;
  }

  async #question(url: URL, message: IncomingMessage, response: ServerResponse): Promise<void> {
    if (url.pathname.endsWith('query-async-task-result')) {
      await this.#query(url.searchParams.get('task_id') ?? '', message, response);
      return;
    }
    const isCredits = url.pathname.endsWith('query-credits');
    const entry = this.#ask(isCredits ? 'credits' : 'other', url.pathname);
    const nth = this.ledger.questions.filter(({ kind }) => kind === entry.kind).length - 1;
    const fault = this.#plan.otherRequest(nth);
    this.#note(fault, entry, 'told');
    if ((await receive(message, fault)) === null) return;
    const hasBalance = isCredits && this.#plan.tellsBalance !== false;
    const good = hasBalance
      ? this.#inEnvelope({ data: { balance: this.#balanceNow(nth), total: credit } })
      : notFound(this.#plan.age === 'new' ? 'new' : 'old');
    await send(message, response, good, fault);
  }

  async #query(id: string, message: IncomingMessage, response: ServerResponse): Promise<void> {
    const entry = this.#ask('query', id);
    const task = this.#issued.task(id);
    const fault = task ? this.#plan.query(task.upload.serial - 1, task.asked) : null;
    this.#note(fault, entry, 'told');
    if (task) {
      const since = Math.round(entry.at - task.at);
      const isEarly = since < Math.max(500, pollIntervalMs - toleranceMs * this.#clock.speed);
      if (isEarly) this.ledger.misdeeds.push(`task ${id} was asked for again after ${since} ms`);
      task.at = entry.at;
      task.asked += 1;
    }
    if ((await receive(message, fault)) === null) return;
    // Failed tasks are not billed.
    if (task && fault?.kind === 'answer' && fault.isFinal) this.#refund(task.upload);
    await send(message, response, task ? await this.#taskAnswer(task, fault) : notFound(), fault);
  }

  async #taskAnswer(task: Task, fault: Fault | null): Promise<Answer> {
    const { fate, upload } = task;
    if (fate === 'vanishes' || fate === 'fails') this.ledger.faults += 1;
    if (fate === 'vanishes') return notFound();
    if (fate === 'fails') {
      this.#refund(upload);
      return this.#inEnvelope({ task_status: 3 }, upload);
    }
    if (fate === 'never-ends' || task.asked <= fate.queries)
      return this.#inEnvelope({ task_status: task.asked === 1 ? 0 : 1 }, upload);
    return this.#inEnvelope({ task_status: 2, ...(await this.#fieldsOf(upload, true, fault)) }, upload);
  }

  async #download(token: string, message: IncomingMessage, response: ServerResponse): Promise<void> {
    const entry = this.#ask('download', token);
    const address = this.#issued.address(token);
    if (!address) {
      entry.answer = 'unknown address';
      await send(message, response, notFound(), null);
      return;
    }
    const { upload, element, number } = address;
    const fault = this.#plan.download(upload.serial - 1, address.fetched(), number);
    this.#note(fault, entry, 'sent');
    if ((await receive(message, fault)) === null) return;
    if (fault?.kind === 'redirect') {
      const to = {
        result: this.#addressOf(upload, element),
        circle: `${this.baseUrl}/results/${token}`,
        nowhere: 'file:///etc/passwd',
      }[fault.to];
      await send(message, response, { status: 302, headers: { location: to }, type: '', body: Buffer.alloc(0) }, null);
      return;
    }
    const half = fault?.kind === 'file' && fault.what === 'half-size';
    const { bytes, type } = await resultImage(upload, element, half);
    await send(message, response, { status: 200, type, body: bytes }, fault);
  }
}
