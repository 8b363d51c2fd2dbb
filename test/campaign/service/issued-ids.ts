/** Task ids and secret addresses of results that the ledger service has issued. */
import { randomBytes } from 'node:crypto';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import type { TaskFate } from './fault.ts';
import type { Upload } from './ledger.ts';

export interface Task {
  readonly id: string;
  readonly upload: Upload;
  readonly fate: TaskFate;
  asked: number;
  /** Time of the last query, in ms of fast time. */
  at: number;
}

export interface Address {
  readonly upload: Upload;
  readonly element: number;
  /** Number of earlier addresses of this result. */
  readonly number: number;
  /** Counts a download, and returns the number of earlier ones of this upload. */
  fetched(): number;
}

/** @param secret beginning of the secret part of each address */
export function createIssuedIds(secret: string) {
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
    /** Finds the newest task of an operation. */
    taskOf: (operation: OperationId): Task | undefined =>
      [...tasks.values()].findLast((task) => task.upload.operation === operation),
    newTask(upload: Upload, fate: TaskFate): Task {
      const id = `task-${randomBytes(8).toString('hex')}`;
      const task: Task = { id, upload, fate, asked: 0, at: Number.NEGATIVE_INFINITY };
      tasks.set(id, task);
      return task;
    },
    address: (token: string): Address | undefined => addresses.get(token),
    /** Returns the last part of the path of a result. */
    newAddress(upload: Upload, element: number): string {
      const token = `${secret}-${randomBytes(12).toString('hex')}`;
      const number = countUp(numbers, `${upload.serial}/${element}`);
      addresses.set(token, { upload, element, number, fetched: () => countUp(fetches, upload) });
      return token;
    },
  };
}
