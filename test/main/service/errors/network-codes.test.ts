import { expect, test } from 'vitest';
import { describeNetworkCode } from '../../../../main/service/errors/network-codes.ts';
import type { Phase } from '../../../../main/service/http/http-request.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';

test.each<[string, Phase, string, string]>([
  ['ENOTFOUND', 'connecting', 'wait', 'could not be found'],
  ['EAI_AGAIN', 'connecting', 'wait', 'could not be found'],
  ['ECONNREFUSED', 'connecting', 'wait', 'There is no response'],
  ['ENETUNREACH', 'connecting', 'wait', 'no internet connection'],
  ['EHOSTUNREACH', 'connecting', 'wait', 'cannot be reached'],
  ['ETIMEDOUT', 'connecting', 'wait', 'cannot be reached'],
  ['ECONNRESET', 'connecting', 'wait', 'cannot be reached'],
  ['ETIMEDOUT', 'waiting', 'retry', 'did not respond in time'],
  ['TIMEOUT', 'waiting', 'retry', 'did not respond in time'],
  ['STALLED', 'sending', 'retry', 'stalled'],
  ['ECONNRESET', 'sending', 'retry', 'was interrupted'],
  ['UNKNOWN', 'reading', 'retry', 'was interrupted'],
  ['HPE_INVALID_CONSTANT', 'reading', 'retry', 'cannot be read'],
  ['CERT_HAS_EXPIRED', 'connecting', 'auth', 'has expired'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'connecting', 'auth', 'trusts'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'connecting', 'auth', 'another address'],
  ['EPROTO', 'connecting', 'auth', 'secure'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'connecting', 'auth', 'secure connection'],
])('%s while %s: %s, "%s"', (code, phase, kind, words) => {
  const meaning = describeNetworkCode(code, phase);
  expect(meaning.kind).toBe(kind);
  expect(messageText(meaning.happened)).toContain(words);
  expect(messageText(meaning.happened) + messageText(meaning.todo)).not.toContain(code);
});
