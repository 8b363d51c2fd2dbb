/**
 * Runs the queue of a data folder until it is finished, twenty times as fast as real time, for tests that kill the
 * process. Arguments: data folder, address of the service. Prints "running", and one line of JSON at the end.
 */
import { createQueue } from '../../../main/pipeline/flow/queue.ts';
import { recoverFiles } from '../../../main/pipeline/output/recover-files.ts';
import { createMemoryKeyStore } from '../../../main/service/keys/key-store.ts';
import { createServices } from '../../../main/service/services.ts';
import { openStore } from '../../../main/store/index.ts';

const [folder = '', baseUrl = ''] = process.argv.slice(2);
const speed = 20;
const address = { baseUrl, apiKey: 'key-of-the-engine' };

const store = openStore({ folder });
const keys = createMemoryKeyStore();
keys.set('remote', 'key-of-the-remote-service', new URL(baseUrl).origin);
const services = createServices({
  store,
  keys,
  engine: {
    address: async () => address,
    condition: { condition: 'ready', message: null },
    endPause: () => undefined,
    stop: async () => undefined,
  },
  onChange: () => undefined,
});
const faults: string[] = [];
const queue = createQueue({
  store,
  services,
  clock: {
    now: Date.now,
    monotonic: () => performance.now() * speed,
    sinceBoot: () => performance.now(),
    after(ms, run) {
      const timer = setTimeout(run, ms / speed);
      return () => clearTimeout(timer);
    },
  },
  onFault: (error) => faults.push(String(error)),
});
if (!store.queueLock.take('a test').taken) throw new Error('somebody else has the queue');
await recoverFiles(store);
queue.start();
console.log('running');
console.log(JSON.stringify({ drained: await queue.drained(), faults }));
await queue.stop();
store.close();
