/** The built-in service: the interface over HTTP on 127.0.0.1, put together from its parts. */
import multipart from '@fastify/multipart';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type RequestError, requestError, toRequestError } from '../error-responses.ts';
import { openApiPath } from '../openapi/service-paths.ts';
import { checkHost, createKeyCheck } from './authenticate.ts';
import { isBodyPending, respondEarly } from './early-response.ts';
import type { EngineContext } from './engine-context.ts';
import { failure, newIds, type RequestIds } from './envelope.ts';
import { addAccount } from './routes/account.ts';
import { addFiles, filesPath } from './routes/files.ts';
import { addOpenApi } from './routes/openapi.ts';
import { addOperations } from './routes/operations.ts';
import { addTaskQuery } from './routes/task-query.ts';

declare module 'fastify' {
  interface FastifyRequest {
    ids: RequestIds;
  }
}

export interface ServerOptions {
  readonly apiKey: string;
  /** Header that carries the key. Section "Authentication" says `service-api-key`. */
  readonly keyHeader: string;
  readonly log: (line: string) => void;
}

/** Time in ms a connection may rest between two requests. */
const keepAlive = 65_000;
/** Time in ms one request may take to arrive. */
const arrival = 10 * 60_000;
/** Bytes of a body that is not a form: a task query as JSON. */
const smallBody = 16 * 1024;

/** Makes the server; the caller lets it listen and closes it. */
export async function createServer(context: EngineContext, options: ServerOptions): Promise<FastifyInstance> {
  const server = fastify({
    bodyLimit: smallBody,
    keepAliveTimeout: keepAlive,
    requestTimeout: arrival,
    forceCloseConnections: true,
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => sendFailure(error, request, reply, options.log),
  });
  const checkKey = createKeyCheck(options.keyHeader, options.apiKey);

  server.decorateRequest('ids');
  server.addHook('onRequest', async (request) => {
    request.ids = newIds();
    checkHost(request);
    if (!isOpen(request)) checkKey(request);
  });
  server.setErrorHandler((error: FastifyError, request, reply) => sendFailure(error, request, reply, options.log));
  server.setNotFoundHandler((request) => {
    throw missing(server, request);
  });

  // A file that is too large is refused by the reader of the form, which knows the words for it.
  await server.register(multipart, { throwFileSizeLimit: false });
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );

  addOperations(server, context);
  addTaskQuery(server, context);
  addAccount(server, context);
  addFiles(server, context);
  addOpenApi(server, options.keyHeader);
  return server;
}

/** True for what asks for no key: result files, whose name is one, and the description, which holds no secret. */
function isOpen(request: FastifyRequest): boolean {
  const { url } = request.routeOptions;
  return url === openApiPath || (url?.startsWith(filesPath) ?? false);
}

/** What is wrong with a request that no route took: its path, or only its method. */
function missing(server: FastifyInstance, request: FastifyRequest): RequestError {
  const path = request.url.split('?')[0] ?? '';
  const allowed = (['GET', 'POST'] as const).filter((method) => server.findRoute({ method, url: path }) !== null);
  return allowed.length > 0
    ? requestError('wrong method', `This path only accepts ${allowed.join(' or ')}.`, { Allow: allowed.join(', ') })
    : requestError('no such path', 'There is nothing at this path.');
}

/** The one place where a failure leaves the server. */
function sendFailure(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
  log: (line: string) => void,
): FastifyReply {
  const refusal = frameworkRefusal(error) ?? toRequestError(error);
  const ids = request.ids ?? newIds();
  // Whoever left is not answered, and work that ended with them is no defect.
  const hasLeft = reply.raw.closed || error.name === 'AbortError';
  if (refusal.code === 'SERVICE_INTERNAL_ERROR' && !hasLeft) log(`request ${ids.requestId} failed: ${error.stack}`);
  const body = failure(ids, refusal.status, refusal.code, refusal.message);
  if (!isBodyPending(request.raw)) return reply.code(refusal.status).headers(refusal.headers).send(body);
  reply.hijack();
  const headers = { ...refusal.headers, 'content-type': 'application/json; charset=utf-8' };
  respondEarly(request.raw, reply.raw, refusal.status, headers, JSON.stringify(body));
  return reply;
}

/** What Fastify itself refused, in the interface's words. */
function frameworkRefusal(error: Error): RequestError | undefined {
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return requestError('body too large', 'The body of the request is too large.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_CONTENT_TYPE':
      return requestError('not a form', 'The content type of the request is not supported.');
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return requestError('broken body', 'The body of the request cannot be read.');
    case 'FST_ERR_BAD_URL':
      return requestError('no such path', 'The address of the request cannot be read.');
    default:
      // The JSON parser's own complaints have a status and no code.
      return statusCode === 400 ? requestError('broken body', 'The body of the request cannot be read.') : undefined;
  }
}
