/** Paths of the service apart from the operations, whose paths are in the operation table. */

export const taskQueryPath = '/api/common/query-async-task-result';
/** HTTP status of the query of a failed task, independent of its error code. */
export const failedTaskStatus = 422;
export const creditsPath = '/api/common/query-credits';
/** Followed by the name of the file. */
export const filesPath = '/files/';
export const healthPath = '/health';
/** Followed by the name of the network. */
export const releasePath = '/networks/release/';
export const openApiPath = '/openapi.json';

/** Returns the absolute URL of a result file. */
export function fileUrl(origin: string, name: string): string {
  return `${origin}${filesPath}${name}`;
}
