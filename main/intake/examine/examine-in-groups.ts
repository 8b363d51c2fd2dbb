import type { MessageDescriptor } from '../../../contract/messages/message.ts';
import { resolveLinks } from '../../files/real-path.ts';
import type { FoundFile, RejectedPath } from '../paths/found-file.ts';
import { type AddPhotosOptions, type ExamineOptions, inspectionDepth } from './add-options.ts';
import { type ExamineOutcome, examine } from './examine-file.ts';
import { mapInOrder } from './ordered-map.ts';
import { SidecarNames } from './sidecar-names.ts';

export interface ExaminedFile {
  readonly file: FoundFile;
  readonly outcome: ExamineOutcome;
}

/** Each decode takes a thread. */
const maxConcurrentDecodes = 2;
const maxConcurrentGlances = 4;

/** A transaction with this many photographs takes about 40 ms. */
const maxGroupCount = 100;
/** Maximum time until a group is yielded, in ms. */
const maxGroupDelayMs = 250;

/** Yields files as they are examined. @param report receives the rejections and notes among `files` */
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
  let realOutputFolder: Promise<string> | null = null;
  const examineOptions: ExamineOptions = {
    ...options,
    settings: options.store.settings.read(),
    sidecars: new SidecarNames(),
    realOutputFolder: () => (realOutputFolder ??= resolveLinks(options.outputFolder)),
  };
  const examineOne = async (file: FoundFile) => ({ file, outcome: await examine(file, examineOptions) });
  const concurrency = inspectionDepth(options) === 'decode' ? maxConcurrentDecodes : maxConcurrentGlances;
  let group: ExaminedFile[] = [];
  let yieldedAt = performance.now();
  for await (const examined of mapInOrder(photographs(), concurrency, examineOne)) {
    group.push(examined);
    if (group.length < maxGroupCount && performance.now() - yieldedAt <= maxGroupDelayMs) continue;
    yield group;
    group = [];
    yieldedAt = performance.now();
  }
  yield group;
}
