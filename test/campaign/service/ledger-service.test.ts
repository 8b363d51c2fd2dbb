/** The service of the campaigns, asked by hand: what it says, and what it notes. */
import { expect, it, onTestFinished } from 'vitest';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import { marked, readMark } from '../runner/mark.ts';
import { refusal } from './fault.ts';
import { credit, healthy, type Plan, startLedgerService } from './ledger-service.ts';

let time = 0;

async function start(plan: Partial<Plan> = {}) {
  const service = await startLedgerService('the key', { now: () => time, speed: 1 }, { ...healthy, ...plan });
  onTestFinished(() => service.close());
  return service;
}

/** The fields of answers that are looked at. */
interface ResponseBody {
  readonly request_id: string;
  readonly task_id: string;
  readonly task_status: number;
  readonly error_code: number;
  readonly data: { readonly image_url: string; readonly result_urls: readonly string[]; readonly balance: number };
}
const bodyOf = async (response: Response) => (await response.json()) as ResponseBody;

type Service = Awaited<ReturnType<typeof start>>;

async function send(
  service: Service,
  operation: OperationId,
  photograph: number,
  key = 'the key',
  more: Record<string, string> = {},
) {
  const spec = operations[operation];
  const image = await marked({ photograph, operation: 0, element: 0, serial: 0 }).jpeg().toBuffer();
  const form = new FormData();
  form.append(spec.images[0]?.field ?? '', new Blob([new Uint8Array(image)], { type: 'image/jpeg' }), 'photograph.jpg');
  return fetch(service.baseUrl + spec.path, {
    method: 'POST',
    headers: { 'service-api-key': key, ...more },
    body: form,
  });
}

const query = async (service: Service, id: string) => {
  const response = await fetch(`${service.baseUrl}/api/common/query-async-task-result?task_id=${id}`, {
    headers: { 'service-api-key': 'the key' },
  });
  return { status: response.status, body: await bodyOf(response) };
};

it('answers a direct operation with the address of a result that shows the photograph', async () => {
  const service = await start();
  const { data } = await bodyOf(await send(service, 'portrait-background-removal', 99));
  const image = await fetch(data.image_url);
  expect(await readMark(Buffer.from(await image.arrayBuffer()))).toEqual({
    photograph: 99,
    operation: 15,
    element: 0,
    serial: 1,
  });
  expect(data.image_url).toContain(service.secret);
  expect(service.ledger.uploads).toMatchObject([
    { content: 99, whole: true, charged: true, unclear: false, answer: 'taken' },
  ]);
  expect(service.ledger.misdeeds).toEqual([]);
});

it('keeps a task for as many queries as its fate says, and gives new addresses each time', async () => {
  const service = await start({ fate: () => ({ queries: 1 }), age: 'old' });
  const { task_id, error_code } = await bodyOf(await send(service, 'smart-skin-advanced', 5));
  expect(error_code).toBe(0);
  expect((await query(service, task_id)).body).toMatchObject({ task_status: 0 });
  time += 5000;
  const done = (await query(service, task_id)).body;
  time += 5000;
  const again = (await query(service, task_id)).body;
  expect(done.task_status).toBe(2);
  expect(again.data.result_urls[0]).not.toBe(done.data.result_urls[0]);
  expect(service.ledger.misdeeds).toEqual([]);
  await query(service, task_id);
  expect(service.ledger.misdeeds).toEqual([`task ${task_id} was asked for again after 0 ms`]);
});

it('refuses in every age, and charges nothing for that', async () => {
  const service = await start({
    upload: (nth) => refusal('ERROR_NO_FACE_IN_FILE', (['new', 'old', 'old in 200'] as const)[nth] ?? 'new'),
  });
  const [young, old, hidden] = [
    await send(service, 'avatar-extraction', 1),
    await send(service, 'avatar-extraction', 2),
    await send(service, 'avatar-extraction', 3),
  ];
  expect([young.status, old.status, hidden.status]).toEqual([422, 422, 200]);
  expect(await hidden.json()).toMatchObject({
    error_code: 422,
    error_detail: { status_code: 422, code: 'ERROR_NO_FACE_IN_FILE' },
  });
  expect(service.ledger.overcharged(['avatar-extraction'], 0)).toEqual([]);
  expect(service.ledger.faults).toBe(3);
});

it('notes what was charged although its answer is lost, and who cannot know', async () => {
  const service = await start({ upload: () => ({ kind: 'break', at: 'whole', how: 'reset', charged: true }) });
  await expect(send(service, 'portrait-background-removal', 12)).rejects.toThrow();
  expect(service.ledger.uploads).toMatchObject([
    { content: 12, charged: true, unclear: true, answer: 'reset at whole' },
  ]);
});

it('gives a failed task its price back', async () => {
  const service = await start({ fate: () => 'fails' });
  const { task_id } = await bodyOf(await send(service, 'ai-red-lip-gloss', 5));
  expect((await query(service, task_id)).body).toMatchObject({ task_status: 3 });
  expect(service.ledger.uploads[0]?.charged).toBe(false);
});

it('notes a key that is wrong, or sent to the address of a result', async () => {
  const service = await start();
  const { data } = await bodyOf(await send(service, 'portrait-background-removal', 1, 'another key'));
  await (await fetch(data.image_url, { headers: { 'service-api-key': 'the key' } })).arrayBuffer();
  expect(service.ledger.misdeeds).toHaveLength(2);
});

const balanceOf = async (service: Service) => {
  const response = await fetch(`${service.baseUrl}/api/common/query-credits`, {
    headers: { 'service-api-key': 'the key' },
  });
  return (await bodyOf(response)).data.balance;
};

it('shows a balance that is old, that others spend of, and to which refunds come late', async () => {
  const service = await start({
    price: () => 2,
    actualPrice: () => 3,
    fate: () => 'fails',
    refundsAfter: () => 60_000,
    balanceAgeMs: 300_000,
    spentByOthers: (nth) => (nth > 1 ? 40 : 0),
  });
  expect(await balanceOf(service)).toBe(credit);
  const { task_id } = await bodyOf(await send(service, 'ai-red-lip-gloss', 5));
  expect(await balanceOf(service)).toBe(credit);
  await query(service, task_id);
  expect(service.ledger.uploads).toMatchObject([{ charged: false, price: 3, listed: 2 }]);
  time += 300_001;
  expect(await balanceOf(service)).toBe(credit - 40);
  expect(service.holds(task_id)).toBe(false);
});

it('shows a refund in the balance only after a while', async () => {
  const service = await start({ price: () => 2, fate: () => 'fails', refundsAfter: () => 60_000 });
  const { task_id } = await bodyOf(await send(service, 'ai-red-lip-gloss', 5));
  await query(service, task_id);
  time += 1;
  expect(await balanceOf(service)).toBe(credit - 2);
  time += 60_000;
  expect(await balanceOf(service)).toBe(credit);
});

it('knows a request by its key for a day, and which upload an identifier was given out for', async () => {
  const service = await start({ knowsKeys: true });
  const keyed = { 'idempotency-key': 'key-1' };
  const { request_id } = await bodyOf(await send(service, 'portrait-background-removal', 7, 'the key', keyed));
  await send(service, 'portrait-background-removal', 7, 'the key', keyed);
  time += 25 * 3_600_000;
  await send(service, 'portrait-background-removal', 7, 'the key', keyed);
  const { uploads } = service.ledger;
  expect(uploads.map(({ charged, firstOfKey }) => [charged, firstOfKey])).toEqual([
    [true, 1],
    [false, 1],
    [true, 3],
  ]);
  expect(service.ledger.byRequestId.get(request_id)).toBe(uploads[0]);
});
