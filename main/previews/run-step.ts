import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ImageInput } from '../../contract/operations/operation-spec.ts';
import { operations } from '../../contract/operations/table.ts';
import type { Step } from '../../contract/recipes/recipe.ts';
import { fitToInput } from '../imaging/fit/fit.ts';
import { assertResultSize } from '../imaging/restore/index.ts';
import type { ServiceClient } from '../service/client.ts';
import { isTaskFailure, type ResponseIds, ServiceFailure } from '../service/errors/service-failure.ts';
import type { ServiceResult } from '../service/results/read-result.ts';

/** Records a request that a service may charge for. */
interface Charging {
  /** @throws UserFacingError if the request must not be sent */
  reserve(): void;
  end(outcome: 'charged' | 'not-charged' | 'uncertain', ids: Partial<ResponseIds> & { readonly taskId?: string }): void;
}

export interface PreviewService {
  readonly id: string;
  readonly client: ServiceClient;
  /** Absent for a free service. */
  readonly charge?: (step: Step) => Charging | null;
  /** False: sends nothing and shows cached results only. */
  readonly maySend?: boolean;
}

/** Longest side of a preview, in px. */
export const previewSide = 1024;

interface StepResult {
  /** The first file of the result; null if it has none. */
  readonly path: string | null;
  readonly analysis: ServiceResult['analysis'];
  /** Size of the source, relative to the image that was sent. */
  readonly enlargedBy: number;
}

/**
 * Sends a step to a service and waits for the result.
 * @param work folder for its files
 * @throws ServiceFailure, ImagingError or UserFacingError
 */
export async function runStep(
  step: Step,
  source: string,
  service: PreviewService,
  work: string,
  signal: AbortSignal,
): Promise<StepResult> {
  const { files, enlargedBy } = await prepareFiles(step, source, work, signal);
  const result = await requestResult(step, files, service, work, signal);
  return { path: await fetchFile(result, service.client, work, signal), analysis: result.analysis, enlargedBy };
}

/** Fits source and reference to the operation's inputs, at the size of a preview. */
async function prepareFiles(step: Step, source: string, work: string, signal: AbortSignal) {
  const operation = operations[step.operation];
  const paths = [source, step.reference];
  const files: Record<string, string> = {};
  let enlargedBy = 1;
  for (const [index, input] of operation.images.entries()) {
    const path = paths[index];
    if (!path) continue;
    const fitted = await fitToInput({
      source: path,
      operation,
      input: toSmallInput(input),
      to: work,
      isFitAllowed: true,
      signal,
    });
    files[input.field] = fitted.path;
    if (index === 0) enlargedBy = 1 / fitted.scale;
  }
  return { files, enlargedBy };
}

function toSmallInput(input: ImageInput): ImageInput {
  return { ...input, maxSidePx: Math.min(input.maxSidePx ?? previewSide, previewSide) };
}

async function requestResult(
  step: Step,
  files: Readonly<Record<string, string>>,
  { client, charge: chargeOf }: PreviewService,
  work: string,
  signal: AbortSignal,
): Promise<ServiceResult> {
  const charge = chargeOf?.(step);
  charge?.reserve();
  let isSent = false;
  let task: { taskId?: string } = {};
  try {
    const submitted = await client.submit({
      operation: step.operation,
      params: step.params,
      files,
      scratch: work,
      signal,
      onBodySent: () => {
        isSent = true;
      },
    });
    if (submitted.kind === 'task') task = { taskId: submitted.taskId };
    const { result, ids } =
      submitted.kind === 'result' ? submitted : await pollTask(step, submitted.taskId, client, work, signal);
    charge?.end('charged', { ...ids, ...task });
    return result;
  } catch (error) {
    const failure = error instanceof ServiceFailure ? error : null;
    const isFree = !isSent || isRejection(failure, task.taskId !== undefined);
    charge?.end(isFree ? 'not-charged' : 'uncertain', { ...(failure ?? {}), ...task });
    throw error;
  }
}

/** Whether the service rejected the request or its task failed, so that it charges nothing. */
function isRejection(failure: ServiceFailure | null, hasTask: boolean): boolean {
  if (failure === null || failure.code === 'RESULT_EMPTY') return false;
  return hasTask ? isTaskFailure(failure) : failure.kind !== 'uncertain';
}

/** Consecutive failures: few, because the user waits. */
const maxFailedQueries = 12;

/** Repeats failed queries, because they say nothing about the task. */
async function pollTask(step: Step, taskId: string, client: ServiceClient, work: string, signal: AbortSignal) {
  for (let failed = 0; ; ) {
    await wait(client.pollIntervalMs, undefined, { signal });
    try {
      const response = await client.query(step.operation, taskId, work, signal);
      if (response.kind === 'result') return response;
      failed = 0;
    } catch (error) {
      failed += 1;
      const canRepeat = error instanceof ServiceFailure && !isTaskFailure(error) && error.kind !== 'uncertain';
      if (!canRepeat || failed >= maxFailedQueries) throw error;
    }
  }
}

async function fetchFile(
  { files: [first] }: ServiceResult,
  client: ServiceClient,
  work: string,
  signal: AbortSignal,
): Promise<string | null> {
  if (first === undefined) return null;
  const path = 'path' in first.from ? first.from.path : join(work, 'result');
  if ('url' in first.from) await client.download(first.from.url, path, { signal, namedFrom: first.from.namedFrom });
  await assertResultSize(path, []);
  return path;
}
