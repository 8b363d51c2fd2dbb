/** The seventeen operations: form in, result or task out. Section "Endpoints" of the interface. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OperationSpec } from '../../../../contract/operations/operation-spec.ts';
import { type Params, readWire, type WireProblem } from '../../../../contract/operations/params.ts';
import { operationList } from '../../../../contract/operations/table.ts';
import { type RequestErrorKind, requestError } from '../../error-responses.ts';
import type { Job } from '../../workers/worker-messages.ts';
import { originOf } from '../authenticate.ts';
import { checkImage } from '../check-image.ts';
import type { EngineContext } from '../engine-context.ts';
import { success } from '../envelope.ts';
import { pixelsOf } from '../image-header.ts';
import { extensionsIn, isInline, resultBody, storeFiles } from '../results.ts';
import type { UploadReservation } from '../upload-budget.ts';
import { readUpload, type Upload } from '../uploads.ts';
import { fileUrl } from './files.ts';

export function addOperations(server: FastifyInstance, context: EngineContext): void {
  for (const spec of operationList) {
    server.post(spec.path, {
      // Before the body is read: a refusal must not cost an upload.
      onRequest: async (request) => {
        if (!/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')) {
          throw requestError('not a form', 'The request must be a form (multipart/form-data) with an image file.');
        }
        if (spec.delivery !== 'async') context.workshop.admit();
      },
      handler: async (request, reply) => {
        const arrival = context.arrivals.admit();
        try {
          const job = await readJob(spec, await arriving(request, spec, arrival, context));
          const isAsync = spec.delivery === 'async' || job.params.task_type === 'async';
          // What is waited for stays in memory until it is done.
          return await (isAsync ? submit(spec, job, request, context) : carryOut(spec, job, request, reply, context));
        } finally {
          arrival.release();
        }
      },
    });
  }
}

/** Reads the upload, and cuts it off when nothing of it comes any more. */
async function arriving(
  request: FastifyRequest,
  spec: OperationSpec,
  arrival: UploadReservation,
  { arrivals }: EngineContext,
): Promise<Upload> {
  const { socket } = request.raw;
  let before = socket.bytesRead;
  const watch = setInterval(() => {
    if (socket.bytesRead === before) request.raw.destroy();
    before = socket.bytesRead;
  }, arrivals.standstillMs);
  try {
    return await readUpload(request, spec, arrival);
  } finally {
    clearInterval(watch);
    arrival.arrived();
  }
}

const problemKinds = {
  format: 'parameter not readable',
  range: 'parameter out of range',
  value: 'parameter unknown value',
} as const satisfies Record<WireProblem['kind'], RequestErrorKind>;

/** The job an upload asks for. @throws Refusal for the first parameter, then the first image, that breaks a rule. */
async function readJob(spec: OperationSpec, { texts, images }: Upload): Promise<Job> {
  const { params, problems } = readWire(spec, texts);
  const problem = problems[0];
  if (problem) throw requestError(problemKinds[problem.kind], `${problem.message}.`);
  for (const input of spec.images) {
    const bytes = images[input.field];
    if (bytes) await checkImage(input, bytes);
  }
  return { operation: spec.id, params: copyOf(params), images, pixels: await pixelsOf(images) };
}

const copyOf = (params: Params): Job['params'] => ({ ...params });

async function submit(spec: OperationSpec, job: Job, request: FastifyRequest, context: EngineContext): Promise<object> {
  if (context.tasks.count().queued >= context.maxTasks) {
    throw requestError('too busy', 'Too many tasks are waiting. Try again later.', { 'Retry-After': '30' });
  }
  const id = await context.tasks.submit(job);
  context.runner.wake();
  return success(request.ids, spec.delivery === 'either' ? { task_type: 'async', task_id: id } : { task_id: id });
}

async function carryOut(
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
  const output = await context.workshop.run(job, disconnectController.signal);
  const placed = await storeFiles(output, async (file) =>
    isInline(spec.result, 'answer')
      ? Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength).toString('base64')
      : fileUrl(originOf(request), await context.files.keep(file)),
  );
  return success(request.ids, resultBody(spec.result, 'answer', placed, extensionsIn(request.headers)));
}
