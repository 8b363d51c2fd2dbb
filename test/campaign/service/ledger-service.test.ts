/** Responses and records of the campaigns' service. */
import { expect, it, onTestFinished } from 'vitest';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import { marked, readMark } from '../runner/mark.ts';
import { refusal } from './fault.ts';
import { credit, healthy, type Plan, startLedgerService } from './ledger-service.ts';

const direct = 'portrait-background-removal';
const asTask = 'ai-red-lip-gloss';
const ownKey = { 'service-api-key': 'the key' };
let time = 0;

interface ResponseBody {
  readonly request_id: string;
  readonly task_id: string;
  readonly task_status: number;
  readonly error_code: number;
  readonly data: { readonly image_url: string; readonly result_urls: readonly string[]; readonly balance: number };
}

async function start(plan: Partial<Plan> = {}) {
  const service = await startLedgerService('the key', { now: () => time, speed: 1 }, { ...healthy, ...plan });
  onTestFinished(() => service.close());
  const { baseUrl } = service;
  const bodyOf = async (response: Response) => (await response.json()) as ResponseBody;
  const send = async (operation: OperationId, photograph: number, headers: Record<string, string> = {}) => {
    const { images, path } = operations[operation];
    const image = await marked({ photograph, operation: 0, element: 0, serial: 0 }).jpeg().toBuffer();
    const body = new FormData();
    body.append(images[0]?.field ?? '', new Blob([new Uint8Array(image)], { type: 'image/jpeg' }), 'photograph.jpg');
    return fetch(baseUrl + path, { method: 'POST', headers: { ...ownKey, ...headers }, body });
  };
  const get = async (path: string) => bodyOf(await fetch(`${baseUrl}/api/common/${path}`, { headers: ownKey }));
  return Object.assign(service, {
    send,
    sendFor: async (...args: Parameters<typeof send>) => bodyOf(await send(...args)),
    query: (id: string) => get(`query-async-task-result?task_id=${id}`),
    balance: async () => (await get('query-credits')).data.balance,
  });
}

it('answers a direct operation with the address of a result that shows the photograph', async () => {
  const { sendFor, secret, ledger } = await start();

  const { data } = await sendFor(direct, 99);

  const image = Buffer.from(await (await fetch(data.image_url)).arrayBuffer());
  expect(await readMark(image)).toEqual({ photograph: 99, operation: 15, element: 0, serial: 1 });
  expect(data.image_url).toContain(secret);
  const upload = { content: 99, whole: true, charged: true, unclear: false, answer: 'taken' };
  expect(ledger.uploads).toMatchObject([upload]);
  expect(ledger.misdeeds).toEqual([]);
});

it('finishes a task after the planned number of queries, gives new addresses each time, and notes early queries', async () => {
  const { sendFor, query, ledger } = await start({ fate: () => ({ queries: 1 }), age: 'old' });
  const { task_id, error_code } = await sendFor('smart-skin-advanced', 5);
  expect(error_code).toBe(0);
  expect(await query(task_id)).toMatchObject({ task_status: 0 });

  time += 5000;
  const done = await query(task_id);
  time += 5000;
  const again = await query(task_id);

  expect(done.task_status).toBe(2);
  expect(again.data.result_urls[0]).not.toBe(done.data.result_urls[0]);
  expect(ledger.misdeeds).toEqual([]);
  await query(task_id);
  expect(ledger.misdeeds).toEqual([`task ${task_id} was asked for again after 0 ms`]);
});

it('rejects uploads in each age without a charge', async () => {
  const ages = ['new', 'old', 'old in 200'] as const;
  const { send, ledger } = await start({ upload: (nth) => refusal('ERROR_NO_FACE_IN_FILE', ages[nth] ?? 'new') });

  const responses = [];
  for (const photograph of [1, 2, 3]) responses.push(await send('avatar-extraction', photograph));

  expect(responses.map(({ status }) => status)).toEqual([422, 422, 200]);
  const detail = { status_code: 422, code: 'ERROR_NO_FACE_IN_FILE' };
  expect(await responses[2]?.json()).toMatchObject({ error_code: 422, error_detail: detail });
  expect(ledger.overcharged(['avatar-extraction'], 0)).toEqual([]);
  expect(ledger.faults).toBe(3);
});

it('records a charge whose response is lost as uncertain', async () => {
  const { send, ledger } = await start({ upload: () => ({ kind: 'break', at: 'whole', how: 'reset', charged: true }) });

  await expect(send(direct, 12)).rejects.toThrow();

  const upload = { content: 12, charged: true, unclear: true, answer: 'reset at whole' };
  expect(ledger.uploads).toMatchObject([upload]);
});

it('notes a key that is wrong, or sent to the address of a result', async () => {
  const { sendFor, ledger } = await start();
  const { data } = await sendFor(direct, 1, { 'service-api-key': 'another key' });
  await (await fetch(data.image_url, { headers: ownKey })).arrayBuffer();
  expect(ledger.misdeeds).toHaveLength(2);
});

it('shows a cached balance, which others use, and refunds a failed task', async () => {
  const plan = { price: () => 2, actualPrice: () => 3, fate: () => 'fails' as const, refundsAfter: () => 60_000 };
  const spentByOthers = (nth: number) => (nth > 1 ? 40 : 0);
  const service = await start({ ...plan, balanceAgeMs: 300_000, spentByOthers });
  expect(await service.balance()).toBe(credit);
  const { task_id } = await service.sendFor(asTask, 5);
  expect(await service.balance()).toBe(credit);

  expect(await service.query(task_id)).toMatchObject({ task_status: 3 });

  expect(service.ledger.uploads).toMatchObject([{ charged: false, price: 3, listed: 2 }]);
  time += 300_001;
  expect(await service.balance()).toBe(credit - 40);
  expect(service.holds(task_id)).toBe(false);
});

it('adds a refund to the balance after its delay', async () => {
  const { sendFor, query, balance } = await start({
    ...{ price: () => 2, fate: () => 'fails' as const, refundsAfter: () => 60_000 },
  });
  await query((await sendFor(asTask, 5)).task_id);
  time += 1;
  expect(await balance()).toBe(credit - 2);
  time += 60_000;
  expect(await balance()).toBe(credit);
});

it('accepts an idempotency key for a day, and finds an upload by its request id', async () => {
  const { sendFor, ledger } = await start({ knowsKeys: true });
  const keyed = { 'idempotency-key': 'key-1' };
  const { request_id } = await sendFor(direct, 7, keyed);
  await sendFor(direct, 7, keyed);
  time += 25 * 3_600_000;
  await sendFor(direct, 7, keyed);

  const expected = [
    [true, 1],
    [false, 1],
    [true, 3],
  ];
  expect(ledger.uploads.map(({ charged, firstOfKey }) => [charged, firstOfKey])).toEqual(expected);
  expect(ledger.byRequestId.get(request_id)).toBe(ledger.uploads[0]);
});
