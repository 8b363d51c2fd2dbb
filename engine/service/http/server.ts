/** The HTTP server: authentication, routes, and failures as responses of the interface. */
import multipart from '@fastify/multipart';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { filesPath, openApiPath } from '../interface/paths.ts';
import { type RequestError, requestError, toRequestError } from '../interface/request-errors.ts';
import { failure, newIds, type RequestIds } from '../interface/response-envelope.ts';
import { describeEngine } from '../openapi/describe-engine.ts';
import { checkHost, createKeyCheck, originOf } from './authenticate.ts';
import { isBodyPending, respondEarly } from './early-response.ts';
import type { EngineContext } from './engine-context.ts';
import { addOperationRoutes } from './routes/operation-routes.ts';
import { addFileRoute, addTaskQueryRoute } from './routes/result-routes.ts';
import { addStatusRoutes } from './routes/status-routes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    ids: RequestIds;
  }
}

export interface ServerOptions {
  readonly apiKey: string;
  /** Header with the key. */
  readonly keyHeader: string;
  readonly log: (line: string) => void;
}

const keepAliveMs = 65_000;
const requestTimeoutMs = 10 * 60_000;
/** Maximum size of a body that is not multipart, such as a task query in JSON. */
const maxBodyBytes = 16 * 1024;

/** Creates a server that does not listen yet. */
export async function createServer(context: EngineContext, options: ServerOptions): Promise<FastifyInstance> {
  const server = fastify({
    bodyLimit: maxBodyBytes,
    keepAliveTimeout: keepAliveMs,
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: true,
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => sendFailure(error, request, reply, options.log),
  });
  const checkKey = createKeyCheck(options.keyHeader, options.apiKey);

  server.decorateRequest('ids');
  server.addHook('onRequest', async (request) => {
    request.ids = newIds();
    checkHost(request);
    if (!isPublic(request)) checkKey(request);
  });
  server.setErrorHandler((error: FastifyError, request, reply) => sendFailure(error, request, reply, options.log));
  server.setNotFoundHandler((request) => {
    throw noRouteError(server, request);
  });

  // `readUpload` reports files that are too large.
  await server.register(multipart, { throwFileSizeLimit: false });
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );

  addOperationRoutes(server, context);
  addTaskQueryRoute(server, context);
  addStatusRoutes(server, context);
  addFileRoute(server, context);
  server.get(openApiPath, async (request) => describeEngine(originOf(request), options.keyHeader));
  return server;
}

/** Whether the route needs no key: result files, whose names are secrets, and the description, which has none. */
function isPublic(request: FastifyRequest): boolean {
  const { url } = request.routeOptions;
  return url === openApiPath || (url?.startsWith(filesPath) ?? false);
}

function noRouteError(server: FastifyInstance, request: FastifyRequest): RequestError {
  const path = request.url.split('?')[0] ?? '';
  const allowed = (['GET', 'POST'] as const).filter((method) => server.findRoute({ method, url: path }) !== null);
  return allowed.length > 0
    ? requestError('wrong method', `This path only accepts ${allowed.join(' or ')}.`, { Allow: allowed.join(', ') })
    : requestError('unknown path', 'There is nothing at this path.');
}

/** Sends all failures of the server. */
function sendFailure(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
  log: (line: string) => void,
): FastifyReply {
  const failed = toFrameworkError(error) ?? toRequestError(error);
  const ids = request.ids ?? newIds();
  // An error after the client has disconnected is not a defect.
  const isDisconnected = reply.raw.closed || error.name === 'AbortError';
  if (failed.code === 'SERVICE_INTERNAL_ERROR' && !isDisconnected)
    log(`request ${ids.requestId} failed: ${error.stack}`);
  const body = failure(ids, failed.status, failed.code, failed.message);
  if (!isBodyPending(request.raw)) return reply.code(failed.status).headers(failed.headers).send(body);
  reply.hijack();
  const headers = { ...failed.headers, 'content-type': 'application/json; charset=utf-8' };
  respondEarly(request.raw, reply.raw, failed.status, headers, JSON.stringify(body));
  return reply;
}

/** Returns the error of the interface for one of Fastify. */
function toFrameworkError(error: Error): RequestError | undefined {
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
      return requestError('unknown path', 'The address of the request cannot be read.');
    default:
      // Errors of the JSON parser have a status, but no code.
      return statusCode === 400 ? requestError('broken body', 'The body of the request cannot be read.') : undefined;
  }
}
