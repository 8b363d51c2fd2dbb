/** What the ledger service has given out and must know again: identifiers of tasks, and the secret addresses of results. */
import { randomBytes } from 'node:crypto';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import type { TaskFate } from './fault.ts';
import type { Upload } from './ledger.ts';

export interface Task {
  readonly id: string;
  readonly upload: Upload;
  readonly fate: TaskFate;
  asked: number;
  /** Of the last query, ms of fast time. */
  at: number;
}

export interface Address {
  readonly upload: Upload;
  readonly element: number;
  /** How many addresses this result had before. */
  readonly number: number;
  /** How often results of this upload were fetched. */
  fetched(): number;
}

/** @param secret the beginning of every address's secret part */
export function handOuts(secret: string) {
  const tasks = new Map<string, Task>();
  const addresses = new Map<string, Address>();
  const numbers = new Map<string, number>();
  const fetches = new Map<Upload, number>();
  const countUp = <K>(counts: Map<K, number>, of: K) => {
    const before = counts.get(of) ?? 0;
    counts.set(of, before + 1);
    return before;
  };
  return {
    task: (id: string): Task | undefined => tasks.get(id),
    /** The newest task of an operation; undefined = none yet. */
    taskOf: (operation: OperationId): Task | undefined =>
      [...tasks.values()].findLast((task) => task.upload.operation === operation),
    newTask(upload: Upload, fate: TaskFate): Task {
      const id = `task-${randomBytes(8).toString('hex')}`;
      const task: Task = { id, upload, fate, asked: 0, at: Number.NEGATIVE_INFINITY };
      tasks.set(id, task);
      return task;
    },
    address: (token: string): Address | undefined => addresses.get(token),
    /** The last part of the path of a result. */
    newAddress(upload: Upload, element: number): string {
      const token = `${secret}-${randomBytes(12).toString('hex')}`;
      const number = countUp(numbers, `${upload.serial}/${element}`);
      addresses.set(token, { upload, element, number, fetched: () => countUp(fetches, upload) });
      return token;
    },
  };
}
