import { describe, expect } from 'vitest';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import type { Timeouts } from '../../../main/service/http/transfer-timeouts.ts';
import type { Step } from '../../helpers/service/scripted-server.ts';
import { failureOf, jpegBytes, pngBytes, test } from '../../helpers/service/service-stage.ts';
import { beautyRoute, ok, photograph, refusal, tooMuchForBuffers } from '../../helpers/service/service-submissions.ts';

type Fault = readonly [name: string, step: Step, expected: object, more?: FaultOptions];
interface FaultOptions {
  readonly operation?: OperationId;
  /** Bytes of the photograph. */
  readonly size?: number;
  readonly timeouts?: Partial<Timeouts>;
}

/** Sends a photograph to a service that responds with `step`, and expects one request and no file left. */
function testFaults(faults: readonly Fault[]): void {
  test.for(faults)('%s', async ([_name, step, expected, more = {}], { stage }) => {
    const { operation = 'portrait-background-removal', size = 50_000, timeouts = {} } = more;
    stage.server.script(`POST ${operations[operation].path}`, step);
    const client = stage.clientWith({ timeouts });

    const failure = await failureOf(client.submit(await photograph(stage, operation, size)));

    expect(failure).toMatchObject({ name: 'ServiceFailure', ...expected });
    expect(stage.server.requests).toHaveLength(1);
    expect(await stage.files()).toEqual(['photo.jpg']);
  });
}

const page = { bytes: '<html>', type: 'text/html' };
const success = { ...ok, data: { image_url: 'https://results.example/a.png' } };
const size = tooMuchForBuffers;
const auth = (code: string) => ({ kind: 'auth', code });
const retry = (code: string) => ({ kind: 'retry', code });

describe('a submission that was not accepted', () => {
  const busy = { status: 429, headers: { 'retry-after': '20' }, json: refusal('EXCEEDING_LIMITS') };
  const limits = { code: 'EXCEEDING_LIMITS', retryAfterMs: 20_000, httpStatus: 429 };
  const noCredits = { status: 429, json: refusal('ERROR_NOT_ENOUGH_CREDITS') };
  const wrongKey = 'ERROR_APPLICATIONS_NOT_EXISTS';
  const noStorage = { status: 501, json: refusal('ERROR_IMAGE_STORAGE_NOT_SUPPORTED') };
  const reset = { code: expect.stringMatching(/ECONNRESET|EPIPE/), subject: 'network' };
  const redirect = { status: 308, headers: { location: 'https://elsewhere.example/' } };
  const brokenRejection = { status: 422, json: success, breakAfterBytes: 30 };
  const nothing = { json: { ...ok, data: { elements: [] } } };
  const empty = { kind: 'fatal', code: 'RESULT_EMPTY', advice: 'replace-file' };
  const impatient = { size, timeouts: { sendStall: 150 } };

  testFaults([
    ['waits if the service is busy', busy, { kind: 'wait', ...limits, requestId: 'req-1', logId: 'log-1' }],
    ['waits after an error page with 503', { status: 503, ...page }, { kind: 'wait' }],
    ['stops the profile without credits', noCredits, { kind: 'credits', advice: 'open-services' }],
    ['stops it if the key is rejected', { early: true, status: 401, json: refusal(wrongKey) }, auth(wrongKey)],
    ['stops it at a redirect, without following it', redirect, auth('HTTP_308')],
    ['fails if the service lacks the operation', noStorage, { kind: 'fatal', advice: 'edit-recipe' }],
    ['fails at an unknown path', { status: 404, bytes: '' }, { kind: 'fatal', code: 'HTTP_404' }],
    ['fails after an interrupted rejection', brokenRejection, { kind: 'fatal', code: 'HTTP_422' }],
    ['fails if there is nothing to cut out', nothing, empty, { operation: 'avatar-extraction' }],
    ['is retried after an early error page', { early: true, status: 502, ...page }, retry('HTTP_502'), { size }],
    ['is retried after an early reset', { resetAfterUploadBytes: 300_000 }, { kind: 'retry', ...reset }, { size }],
    ['is retried if it stalled', { stallAfterUploadBytes: 300_000 }, retry('STALLED'), impatient],
  ]);
});

describe('a submission that may have been charged is uncertain after', () => {
  const uncertain = (code: string) => ({ kind: 'uncertain', advice: 'decide', code });
  const lost = uncertain('CONNECTION_LOST');
  const unreadable = uncertain('ANSWER_UNREADABLE');
  const missing = uncertain('RESULT_MISSING');
  const login = { bytes: '<!doctype html><title>Wi-Fi login</title>' };
  const image = { ...ok, data: { image: jpegBytes(400_000).toString('base64') } };
  const document = { ...ok, result: Buffer.from('%PDF-1.7').toString('base64') };
  const noImage = { ...uncertain('RESULT_NOT_IMAGE'), requestId: 'req-1' };
  const noAddress = { ...ok, data: { image_url: 'file:///etc/passwd' } };
  const deep = `${'['.repeat(1e5)}${']'.repeat(1e5)}`;
  const beauty = { operation: 'smart-beauty' } as const;

  testFaults([
    ['an error page', { status: 502, ...page }, uncertain('HTTP_502')],
    ['a reset after the upload', { resetBeforeAnswer: true }, lost],
    ['a timeout', { hang: true }, uncertain('TIMEOUT'), { timeouts: { response: 100 }, size: 1_000 }],
    ['an interrupted response', { json: success, breakAfterBytes: 30 }, lost],
    ['a response interrupted inside its image', { json: image, breakAfterBytes: 300_000 }, lost, beauty],
    ['malformed JSON', { bytes: '{"data": {"image_url": "https://x' }, unreadable],
    ['an empty body', { bytes: '' }, unreadable],
    ['a list', { json: [1] }, unreadable],
    ['100,000 nested lists', { bytes: deep }, unreadable],
    ['a login page', login, uncertain('ANSWER_IS_WEB_PAGE')],
    ['success without a result', { json: ok }, missing],
    ['a result that is no address', { json: noAddress }, missing],
    ['a result that is no image', { json: document }, noImage, beauty],
    ['a task id of a megabyte', { json: { ...ok, task_id: 'x'.repeat(1e6) } }, missing],
    ['a task id that is an object', { json: { ...ok, task_id: { id: 1 } } }, missing],
    ['a task id that cannot be sent', { bytes: '{"request_id":"r","task_id":"a\\ud800"}' }, missing],
  ]);

  test('the scratch folder was removed', async ({ stage }) => {
    stage.server.script(
      beautyRoute,
      { json: { ...ok, result: jpegBytes(200_000).toString('base64') } },
      { json: { ...ok, result: pngBytes.toString('base64') } },
    );
    const submission = await photograph(stage, 'smart-beauty', 1_000, { scratch: `${stage.dir}/gone` });

    for (let n = 0; n < 2; n += 1) {
      const failure = await failureOf(stage.client.submit(submission));
      expect(failure).toMatchObject({ kind: 'uncertain', subject: 'disk', code: 'ENOENT' });
    }
  });
});
