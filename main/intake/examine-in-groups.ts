/** Files that were found, looked at side by side and handed on in groups, so that work begins before the last one was seen. */
import type { MessageDescriptor } from '../../contract/messages/message.ts';
import {
  type AddPhotosOptions,
  type Examined,
  examine,
  type FoundFile,
  inspectionDepth,
  type RejectedPath,
} from './examine-file.ts';
import { mapInOrder } from './ordered-map.ts';

export interface ExaminedFile {
  readonly file: FoundFile;
  readonly found: Examined;
}

/** Photographs looked at side by side: where each is decoded whole, on a thread of its own, and where that was done before. */
const decodedSideBySide = 2;
const sideBySide = 4;

/** Photographs taken in together, in one transaction of some 40 ms, and how long they wait for others at most, ms. */
const together = 100;
const soon = 250;

/** @param report what led to no photograph is added to it */
export async function* examineInGroups(
  files: Iterable<FoundFile | RejectedPath> | AsyncIterable<FoundFile | RejectedPath>,
  options: AddPhotosOptions,
  report: { readonly refused: RejectedPath[]; readonly notes: MessageDescriptor[] },
): AsyncGenerator<readonly ExaminedFile[]> {
  const photographs = async function* () {
    for await (const found of files) {
      options.signal?.throwIfAborted();
      if (!('message' in found)) yield found;
      else if (found.isNote) report.notes.push(found.message);
      else report.refused.push(found);
    }
  };
  const examineOne = async (file: FoundFile) => ({ file, found: await examine(file, options) });
  const atOnce = inspectionDepth(options) === 'decode' ? decodedSideBySide : sideBySide;
  let seen: ExaminedFile[] = [];
  let handedOn = performance.now();
  for await (const examined of mapInOrder(photographs(), atOnce, examineOne)) {
    seen.push(examined);
    if (seen.length < together && performance.now() - handedOn <= soon) continue;
    yield seen;
    seen = [];
    handedOn = performance.now();
  }
  yield seen;
}
