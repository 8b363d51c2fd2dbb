/** What could not be made of a choice: all are counted, the first hundred are told one by one. */
import { basename } from 'node:path';
import type { ExportFailure } from '../../../preload/contract/desk/export.ts';
import { type Message, SaidError, say } from '../../../preload/contract/sentence.ts';

const mostTold = 100;

export class Failures {
  readonly told: ExportFailure[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** @param path of the picture */
  add(path: string, message: Message): void {
    this.#count += 1;
    if (this.told.length < mostTold) this.told.push({ name: basename(path), message });
  }

  /** What was thrown in its own words where it has some. */
  addFault(path: string, fault: unknown): void {
    this.add(path, fault instanceof SaidError ? fault.sentence : say('desk.export.fault', { name: basename(path) }));
  }
}
