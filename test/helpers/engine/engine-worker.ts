/**
 * An engine worker whose operations follow a command at the end of the uploaded file. Tests the server's rules without
 * waiting for models; everything around the operation is real.
 */
import { appendFileSync, existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { operations } from '../../../contract/operations/table.ts';
import { EngineError } from '../../../engine/engine-error.ts';
import type { ErrorCode } from '../../../engine/interface-error-codes.ts';
import type { EngineCall, EngineFile, EngineOutput } from '../../../engine/operations/index.ts';
import { serveJobs } from '../../../engine/service/workers/serve-jobs.ts';
import { readCommand } from './worker-commands.ts';

/** Maximum time that a command may block a worker. */
const maxWaitMs = 120_000;

async function runOperation(call: EngineCall): Promise<EngineOutput> {
  const order = readCommand(Object.values(call.images)[0] ?? new Uint8Array());
  const { note } = order;
  const end = performance.now() + maxWaitMs;
  const shouldWait = () => {
    if (performance.now() > end) throw new Error(`${order.until} did not appear within ${maxWaitMs / 1000} s.`);
    return !existsSync(order.until ?? '');
  };
  if (note) appendFileSync(note, `start ${order.name ?? ''}\n`);
  switch (order.do) {
    case 'refuse':
      throw new EngineError(order.code as ErrorCode, 'Refused by order.');
    case 'fail':
      throw new Error('failed by order');
    case 'crash':
      process.exit(3);
      break;
    case 'exhaust': {
      const hoard: number[][] = [];
      for (;;) hoard.push(new Array(100_000).fill(hoard.length));
    }
    case 'wait':
      while (shouldWait()) {
        if (call.signal.aborted && note) appendFileSync(note, `cancelled ${order.name ?? ''}\n`);
        call.signal.throwIfAborted();
        await sleep(10);
      }
      break;
    case 'ignore':
      while (shouldWait()) await sleep(10);
      break;
    default:
  }
  if (note) appendFileSync(note, `end ${order.name ?? ''}\n`);
  return make(call);
}

/** An output of the operation's shape: the uploaded image itself, and the received parameters. */
function make({ operation, params, images }: EngineCall): EngineOutput {
  const files = Object.values(images).map((bytes): EngineFile => ({ bytes, mime: 'image/png' }));
  const file = files[0] as EngineFile;
  switch (operations[operation].result) {
    case 'image-url':
    case 'data-image':
    case 'base64-image':
    case 'base64-result':
      return { kind: 'image', file };
    case 'result-urls':
      return { kind: 'images', files };
    case 'elements':
      return { kind: 'elements', elements: [{ file, x: 1, y: 2, width: 3, height: 4 }] };
    case 'apparel':
      return { kind: 'apparel', image: file, classes: { tops: file, shoes: file } };
    default:
      return { kind: 'analysis', body: { result: { params, fields: Object.keys(images) } } };
  }
}

if (parentPort) serveJobs(parentPort, runOperation);
