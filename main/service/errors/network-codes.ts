import { type MessageDescriptor, msg, type PlainMessageKey } from '../../../contract/messages/message.ts';
import type { Phase, RequestInterrupted } from '../http/http-request.ts';
import type { ErrorDescription } from './error-codes.ts';

/** Waiting costs no attempt, because nothing was sent. */
const unreachable = (happened: MessageDescriptor, todo: PlainMessageKey): ErrorDescription => ({
  kind: 'wait',
  subject: 'network',
  advice: 'open-services',
  happened,
  todo: msg(todo),
});

/** The connection is not as secure as configured; only the user can fix that. */
const insecure = (
  happened: MessageDescriptor,
  todo: PlainMessageKey = 'service.network.checkCertificate',
): ErrorDescription => ({
  kind: 'auth',
  subject: 'network',
  advice: 'open-services',
  happened,
  todo: msg(todo),
});

const lost: ErrorDescription = {
  kind: 'retry',
  subject: 'network',
  advice: 'retry',
  happened: msg('service.network.broken'),
  todo: msg('service.network.checkInternetTry'),
};

const slow: ErrorDescription = { ...lost, happened: msg('service.network.slow') };
const silent: ErrorDescription = { ...lost, happened: msg('service.network.silent') };

const notFound = unreachable(msg('service.network.addressNotFound'), 'service.network.checkInternetAddress');
const noNetwork = unreachable(msg('service.network.none'), 'service.network.checkNetwork');
const noAnswer = unreachable(msg('service.network.unreachable'), 'service.network.checkInternet');
const untrusted = insecure(msg('service.network.certificateUntrusted'), 'service.network.checkTrust');

const meanings: Readonly<Record<string, ErrorDescription>> = {
  ENOTFOUND: notFound,
  EAI_AGAIN: notFound,
  EAI_FAIL: notFound,
  EAI_NODATA: notFound,
  ECONNREFUSED: unreachable(msg('service.network.nothingThere'), 'service.network.checkRuns'),
  EHOSTUNREACH: noAnswer,
  EHOSTDOWN: noAnswer,
  ENETUNREACH: noNetwork,
  ENETDOWN: noNetwork,
  EADDRNOTAVAIL: noNetwork,
  EPROTO: insecure(msg('service.network.notSecure'), 'service.network.checkPlain'),
  CERT_HAS_EXPIRED: insecure(msg('service.network.certificateExpired')),
  CERT_NOT_YET_VALID: insecure(msg('service.network.certificateEarly')),
  CERT_REVOKED: insecure(msg('service.network.certificateRevoked')),
  ERR_TLS_CERT_ALTNAME_INVALID: insecure(msg('service.network.certificateElsewhere')),
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  STALLED: slow,
  TOO_SLOW: { ...lost, happened: msg('service.network.tooSlow') },
  TIMEOUT: silent,
};

export function describeNetworkCode(code: string, phase: Phase): ErrorDescription {
  const known = meanings[code];
  if (known) return known;
  if (isCertificateError(code)) return insecure(msg('service.network.secureFailed'));
  if (code.startsWith('HPE_')) return { ...lost, happened: msg('service.answer.unreadable') };
  if (phase === 'connecting') return noAnswer;
  return code === 'ETIMEDOUT' ? silent : lost;
}

export function describeProxyError({
  code,
  proxy,
}: Pick<RequestInterrupted, 'code' | 'proxy'>): ErrorDescription | null {
  if (proxy === null) return null;
  const { name, status } = proxy;
  if (code === 'PROXY_UNSUPPORTED') {
    return insecure(msg('service.proxy.unsupported', { proxy: name }), 'service.proxy.choose');
  }
  if (code === 'PROXY_REFUSED' && status === 407) {
    return insecure(msg('service.proxy.password', { proxy: name }), 'service.proxy.enter');
  }
  if (code === 'PROXY_REFUSED') {
    const happened =
      status === undefined
        ? msg('service.proxy.refused', { proxy: name })
        : msg('service.proxy.refusedWith', { proxy: name, status: String(status) });
    return unreachable(happened, 'service.todo.askNetwork');
  }
  if (isCertificateError(code)) return null;
  return unreachable(msg('service.proxy.unreachable', { proxy: name }), 'service.proxy.check');
}

function isCertificateError(code: string): boolean {
  return meanings[code]?.kind === 'auth' || /^ERR_(SSL|TLS)_|^CERT_/.test(code);
}
