/** Responses of a scripted service, shared by tests of the pipeline. */
import { cutoutPng, type QueueStage, success } from '../queue/queue-stage.ts';
import type { Step } from './scripted-server.ts';

/** A refusal with an error code of the interface. */
export const refusal = (code: string, status: number, headers: Record<string, string> = {}): Step => ({
  status,
  headers,
  json: { request_id: 'request-9', log_id: 'log-9', error_detail: { code, code_message: '', message: '' } },
});
/** A direct response whose result is at `path` of the same server. */
export const resultAt = (stage: QueueStage, path: string): Step => ({
  json: { ...success, data: { image_url: `${stage.server.baseUrl}${path}` } },
});
/** A result file for download. */
export const png = async (): Promise<Step> => ({ bytes: await cutoutPng(64, 48), type: 'image/png' });

/** A step that also records its time. */
export function timed(stage: QueueStage, times: number[], step: Step): Step {
  return {
    ...step,
    json: (request: Parameters<Extract<Step['json'], (...args: never[]) => unknown>>[0]) => {
      times.push(stage.clock.now());
      return typeof step.json === 'function' ? step.json(request) : step.json;
    },
  };
}

/** A task that the service has accepted. */
export const accepted = (taskId: string): Step => ({ json: { ...success, task_type: 'async', task_id: taskId } });
/** A task in progress. */
export const pending: Step = { json: { ...success, task_status: 1 } };
/** A finished task whose result is at `path` of the same server. */
export const taskResult = (stage: QueueStage, path: string): Step => ({
  json: { ...success, task_status: 2, data: { result_urls: [`${stage.server.baseUrl}${path}`] } },
});
