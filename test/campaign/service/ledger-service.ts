/**
 * An image service that keeps a ledger: it implements the interface (operations direct and as tasks, queries, credits,
 * result files that expire, envelopes of every age), misbehaves as its plan says, and notes every upload, charge, task,
 * query and download. It outlives the programs that are killed against it.
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
import { handOuts, type Task } from './hand-outs.ts';
import { Ledger, type Question, type Upload } from './ledger.ts';
import { type Answer, answerOf, jsonAnswer, receive, send } from './misbehave.ts';
import { answersWithImage, businessFields, elementsOf, resultImage } from './results.ts';

/** Everything that is not as in a healthy service; numbers count from 0. */
export interface Plan {
  readonly age: Age;
  /** ms (real) that pass before an upload is answered. */
  latency(upload: number): number;
  upload(upload: number): Fault | null;
  fate(upload: number): TaskFate;
  query(upload: number, nth: number): Fault | null;
  /** `nth` download of this result of this upload, `address` = how many addresses it had before this one. */
  download(upload: number, nth: number, address: number): Fault | null;
  /** Credits and whatever else is asked. */
  otherRequest(nth: number): Fault | null;
  /** Pictures without a mark may come, if only they are whole. */
  readonly takesAnything?: boolean;
  /** Credits of one request by the price list; default 1. */
  price?(operation: OperationId): number;
  /** Credits that one request costs in fact; default: as listed. */
  actualPrice?(operation: OperationId, upload: number): number;
  /** Says how many credits are left; default true. */
  readonly tellsBalance?: boolean;
  /** The balance is as it was up to so long ago, ms (fast). */
  readonly balanceAgeMs?: number;
  /** Credits that others have spent of the account before its balance is asked for the `nth` time; negative: bought. */
  spentByOthers?(nth: number): number;
  /** ms (fast) until a refund shows in the balance. */
  refundsAfter?(upload: number): number;
  /** Knows a request again by its `Idempotency-Key` for 24 hours, and charges it once. */
  readonly knowsKeys?: boolean;
  /** ms (fast) after the answer, or its loss, until an upload is charged. */
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
  /** The beginning of every secret that is part of a result's address. */
  readonly secret: string;
  /** From now on it behaves so. Tasks keep their fate. */
  behave(plan: Plan): void;
  /** Whether a task is finished, or will be, and its result can be fetched. */
  holds(taskId: string): boolean;
  /** Resolves once everything that is to be charged is. */
  charged(): Promise<void>;
  close(): Promise<void>;
}

/** Credits of its customer at the beginning. */
export const credit = 100_000;

/** Lifetime of a key, in ms. */
const keyLifetime = 24 * 3_600_000;

/** The pause the interface wants between two queries of one task (ms), and how much a busy machine may shorten it (real ms). */
const pollInterval = 5000;
const lateness = 70;

/** @param ledger shared by several services, if charges at one and the other are to be seen together */
export async function startLedgerService(
  apiKey: string,
  { now, speed }: { now(): number; readonly speed: number },
  first: Plan = healthy,
  ledger = new Ledger(),
): Promise<LedgerService> {
  const secret = `secret-${randomBytes(4).toString('hex')}`;
  const given = handOuts(secret);
  const closing = new AbortController();
  /** The charged upload of a key, and the first upload that came under it. */
  const keyed = new Map<string, Upload>();
  const firstOfKey = new Map<string, Upload>();
  const pendingCharges = new Set<Promise<void>>();
  let shownBalance = { at: Number.NEGATIVE_INFINITY, balance: credit };
  let plan = first;
  let baseUrl = '';

  const server = createServer({ requestTimeout: 0, keepAliveTimeout: 60_000 }, (message, response) => {
    answer(message, response).catch((error: unknown) => {
      // A connection that breaks is what campaigns are about; anything else is a fault of this file.
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
    const entry: Upload = {
      serial: nth + 1,
      operation,
      at: now(),
      content: null,
      madeBy: 0,
      size: null,
      bytes: 0,
      whole: false,
      charged: false,
      price: 0,
      listed: 0,
      refunded: false,
      refundShownAt: null,
      unclear: false,
      firstOfKey: null,
      task: null,
      answer: 'unanswered',
    };
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
    const first = knownBy(message, entry);
    const costs = isCharged(fault) && first === entry;
    const late = costs ? (plan.chargesAfter?.(nth) ?? 0) : 0;
    entry.listed = plan.price?.(operation) ?? 1;
    entry.price = plan.actualPrice?.(operation, nth) ?? entry.listed;
    entry.charged = costs && late === 0;
    entry.unclear = isChargeUncertain(fault);
    if (costs && entry.firstOfKey !== null) keyed.set(String(message.headers['idempotency-key']), entry);
    if (late > 0) chargeLater(late, entry);
    // Its sender was killed, and did not get the answer.
    response.once('close', () => {
      if (!isRefused && !response.writableFinished) entry.unclear = true;
    });
    const latency = plan.latency(nth);
    if (latency > 0) await sleep(latency, undefined, { signal: closing.signal });
    await send(message, response, isRefused ? jsonAnswer({}) : await taken(first, parts, fault, fate), fault);
  }

  /** The upload that was taken in under the same key, or this one. */
  function knownBy(message: IncomingMessage, entry: Upload): Upload {
    const key = message.headers['idempotency-key'];
    if (plan.knowsKeys !== true || key === undefined) return entry;
    const name = String(key);
    const earliest = firstOfKey.get(name);
    if (earliest === undefined || entry.at - earliest.at > keyLifetime) {
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

  /** The balance, as old as the plan allows. */
  function balanceNow(nth: number): number {
    const age = plan.balanceAgeMs ?? 0;
    if (now() - shownBalance.at > age)
      shownBalance = { at: now(), balance: credit - ledger.missingAt(now()) - (plan.spentByOthers?.(nth) ?? 0) };
    return shownBalance.balance;
  }

  /** The answer to an upload the service takes in. */
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
      const existingTask = fault?.kind === 'same-task' ? given.taskOf(operation) : undefined;
      if (existingTask) entry.unclear = true;
      if (entry.task !== null && existingTask === undefined) return inEnvelope({ task_id: entry.task }, entry);
      const task = existingTask ?? given.newTask(entry, fate);
      entry.task = task.id;
      return inEnvelope({ task_id: task.id }, entry);
    }
    return inEnvelope(await fieldsOf(entry, false, fault), entry);
  }

  async function fieldsOf(entry: Upload, isTask: boolean, fault: Fault | null): Promise<object> {
    const { operation } = entry;
    const images = elementsOf(operation).map((_, element) => addressOf(entry, element));
    if (fault?.kind === 'no-image')
      return businessFields(
        operation,
        isTask,
        images.map(() => 'no address'),
        'bm8gaW1hZ2U=',
      );
    const inside = answersWithImage(operation, isTask) ? (await resultImage(entry, 0)).bytes.toString('base64') : null;
    return businessFields(operation, isTask, images, inside);
  }

  function addressOf(entry: Upload, element: number): string {
    return `${baseUrl}/results/${given.newAddress(entry, element)}`;
  }

  /** @param upload the one that it is about */
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
      : answerOf(refusal('ERROR_RESOURCE_NOT_FOUND', plan.age === 'new' ? 'new' : 'old'));
    await send(message, response, good, fault);
  }

  async function query(id: string, message: IncomingMessage, response: ServerResponse): Promise<void> {
    const entry = ask('query', id);
    const task = given.task(id);
    const fault = task ? plan.query(task.upload.serial - 1, task.asked) : null;
    note(fault, entry, 'told');
    if (task) {
      const since = Math.round(entry.at - task.at);
      const isEarly = since < Math.max(500, pollInterval - lateness * speed);
      if (isEarly) ledger.misdeeds.push(`task ${id} was asked for again after ${since} ms`);
      task.at = entry.at;
      task.asked += 1;
    }
    if ((await receive(message, fault, () => undefined)) === null) return;
    // The service's own final word on a task: it failed, and failed requests are not billed.
    if (task && fault?.kind === 'answer' && fault.isFinal) refund(task.upload);
    await send(
      message,
      response,
      task ? await taskAnswer(task, fault) : answerOf(refusal('ERROR_RESOURCE_NOT_FOUND', 'new')),
      fault,
    );
  }

  async function taskAnswer(task: Task, fault: Fault | null): Promise<Answer> {
    const { fate, upload } = task;
    if (fate === 'vanishes' || fate === 'fails') ledger.faults += 1;
    if (fate === 'vanishes') return answerOf(refusal('ERROR_RESOURCE_NOT_FOUND', 'new'));
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
    const address = given.address(token);
    if (!address) {
      entry.answer = 'unknown address';
      await send(message, response, answerOf(refusal('ERROR_RESOURCE_NOT_FOUND', 'new')), null);
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
      const task = given.task(taskId);
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
