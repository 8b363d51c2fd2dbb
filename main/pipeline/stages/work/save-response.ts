import type { ResultSource, ServiceResult } from '../../../service/results/read-result.ts';
import type { ResponseFile, StageContext, StepResponse } from '../stage-types.ts';
import { moveIntoFolder, syncWorkFolder, type WorkFolder } from './work-folder.ts';

/**
 * Makes a response durable. Moves images that it contained, which are synced, from scratch to their result paths.
 * @param hold keeps short images in memory for the next stages
 */
export async function saveResponse(
  result: ServiceResult,
  step: number,
  folder: WorkFolder,
  hold?: StageContext['hold'],
): Promise<StepResponse> {
  const files: ResponseFile[] = [];
  for (const [index, source] of result.files.entries()) {
    const element = elementName(source);
    const { from, box } = source;
    if ('url' in from) {
      files.push({ from, element, box });
      continue;
    }
    const path = folder.result(step, index);
    await moveIntoFolder(folder, from.path, path);
    const held = from.content === undefined ? null : await hold?.(path, from.content);
    files.push({ from: { path }, element, box, ...(held ? { hash: held.hash } : {}) });
  }
  // The row with these paths is written next.
  if (files.some(({ from }) => 'path' in from)) await syncWorkFolder(folder);
  return { files, ...(result.analysis === undefined ? {} : { analysis: result.analysis }) };
}

function elementName({ className, element }: ResultSource): string {
  return className ?? (element === null ? '' : String(element + 1));
}
