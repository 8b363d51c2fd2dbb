import { rename } from 'node:fs/promises';
import type { ResultSource, ServiceResult } from '../../../service/results/read-result.ts';
import type { ResponseFile, StepResponse } from '../stage-types.ts';
import { syncWorkFiles, type WorkFolder } from './work-folder.ts';

/** Makes a response durable. Moves images that it contained from scratch to their result paths. */
export async function saveResponse(result: ServiceResult, step: number, folder: WorkFolder): Promise<StepResponse> {
  const files: ResponseFile[] = [];
  for (const [index, source] of result.files.entries()) {
    const element = elementName(source);
    if ('path' in source.from) {
      const path = folder.result(step, index);
      await rename(source.from.path, path);
      files.push({ from: { path }, element, box: source.box });
    } else files.push({ from: source.from, element, box: source.box });
  }
  // The row with these paths is written next.
  await syncWorkFiles(
    folder,
    files.flatMap(({ from }) => ('path' in from ? [from.path] : [])),
  );
  return { files, ...(result.analysis === undefined ? {} : { analysis: result.analysis }) };
}

function elementName({ className, element }: ResultSource): string {
  return className ?? (element === null ? '' : String(element + 1));
}
