/** Routes of the operations: from the form to a result or a task. Section “Endpoints” of the interface. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OperationSpec } from '../../../../contract/operations/operation-spec.ts';
import { readWire, type WireProblem } from '../../../../contract/operations/params.ts';
import { operationList } from '../../../../contract/operations/table.ts';
import { checkImage } from '../../interface/check-image.ts';
import { countPixels } from '../../interface/image-header.ts';
import { fileUrl } from '../../interface/paths.ts';
import { placeFiles } from '../../interface/placed-output.ts';
import { type RequestErrorKind, requestError } from '../../interface/request-errors.ts';
import { success } from '../../interface/response-envelope.ts';
import { isInline, requestedExtensionsOf, resultBody } from '../../interface/result-body.ts';
import type { Job } from '../../workers/worker-messages.ts';
import { originOf } from '../authenticate.ts';
import type { EngineContext } from '../engine-context.ts';
import { readUpload, type Upload } from '../read-upload.ts';
import type { UploadReservation } from '../upload-budget.ts';

export function addOperationRoutes(server: FastifyInstance, context: EngineContext): void {
  for (const spec of operationList) {
    server.post(spec.path, {
      // Rejects a request before its upload.
      onRequest: async (request) => {
        if (!/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')) {
          throw requestError('not a form', 'The request must be a form (multipart/form-data) with an image file.');
        }
        if (spec.delivery !== 'async') context.workerPool.admit();
      },
      handler: async (request, reply) => {
        const reservation = context.uploadBudget.admit();
        try {
          const job = await toJob(spec, await receiveUpload(request, spec, reservation, context));
          const isAsync = spec.delivery === 'async' || job.params.task_type === 'async';
          // The images stay in memory until a direct job is done.
          return await (isAsync ? submitTask(spec, job, request, context) : runJob(spec, job, request, reply, context));
        } finally {
          reservation.release();
        }
      },
    });
  }
}

/** Interrupts the upload if nothing arrives for a while. */
async function receiveUpload(
  request: FastifyRequest,
  spec: OperationSpec,
  reservation: UploadReservation,
  { uploadBudget }: EngineContext,
): Promise<Upload> {
  const { socket } = request.raw;
  let previousBytes = socket.bytesRead;
  const timer = setInterval(() => {
    if (socket.bytesRead === previousBytes) request.raw.destroy();
    previousBytes = socket.bytesRead;
  }, uploadBudget.idleTimeoutMs);
  try {
    return await readUpload(request, spec, reservation);
  } finally {
    clearInterval(timer);
    reservation.endUpload();
  }
}

const problemKinds = {
  format: 'unreadable parameter',
  range: 'parameter out of range',
  value: 'unknown parameter value',
} as const satisfies Record<WireProblem['kind'], RequestErrorKind>;

/** @throws RequestError for the first invalid parameter, or else the first invalid image */
async function toJob(spec: OperationSpec, { texts, images }: Upload): Promise<Job> {
  const { params, problems } = readWire(spec, texts);
  const problem = problems[0];
  if (problem) throw requestError(problemKinds[problem.kind], `${problem.message}.`);
  for (const input of spec.images) {
    const bytes = images[input.field];
    if (bytes) await checkImage(input, bytes);
  }
  return { operation: spec.id, params: { ...params }, images, pixels: await countPixels(images) };
}

async function submitTask(
  spec: OperationSpec,
  job: Job,
  request: FastifyRequest,
  context: EngineContext,
): Promise<object> {
  if (context.tasks.count().queued >= context.maxTasks) {
    throw requestError('too busy', 'Too many tasks are waiting. Try again later.', { 'Retry-After': '30' });
  }
  const id = await context.tasks.submit(job);
  context.runner.wake();
  return success(request.ids, spec.delivery === 'either' ? { task_type: 'async', task_id: id } : { task_id: id });
}

/** Runs the job while the client waits. */
async function runJob(
  spec: OperationSpec,
  job: Job,
  request: FastifyRequest,
  reply: FastifyReply,
  context: EngineContext,
): Promise<object> {
  const disconnectController = new AbortController();
  if (reply.raw.closed) disconnectController.abort();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) disconnectController.abort();
  });
  const output = await context.workerPool.run(job, disconnectController.signal);
  const placed = await placeFiles(output, async (file) =>
    isInline(spec.result, 'response')
      ? Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength).toString('base64')
      : fileUrl(originOf(request), await context.files.save(file)),
  );
  return success(request.ids, resultBody(spec.result, 'response', placed, requestedExtensionsOf(request.headers)));
}
