/** What Node's network error codes mean to a user, and what the queue does about each. */
import { type PlainKey, type Sentence, say } from '../../../contract/sentence.ts';
import type { BrokenExchange, Phase } from '../http/exchange.ts';
import type { Meaning } from './service-codes.ts';

/** No connection came about: nothing was sent, so waiting costs no attempt. */
const unreachable = (happened: Sentence, todo: PlainKey): Meaning => ({
  kind: 'wait',
  subject: 'network',
  advice: 'open-services',
  happened,
  todo: say(todo),
});

/** The connection is not what the profile says; only the user can put that right. */
const insecure = (happened: Sentence, todo: PlainKey = 'service.network.checkCertificate'): Meaning => ({
  kind: 'auth',
  subject: 'network',
  advice: 'open-services',
  happened,
  todo: say(todo),
});

const lost: Meaning = {
  kind: 'retry',
  subject: 'network',
  advice: 'retry',
  happened: say('service.network.broken'),
  todo: say('service.network.checkInternetTry'),
};

const slow: Meaning = { ...lost, happened: say('service.network.slow') };
const silent: Meaning = { ...lost, happened: say('service.network.silent') };

const notFound = unreachable(say('service.network.addressNotFound'), 'service.network.checkInternetAddress');
const noNetwork = unreachable(say('service.network.none'), 'service.network.checkNetwork');
const noAnswer = unreachable(say('service.network.unreachable'), 'service.network.checkInternet');
const untrusted = insecure(say('service.network.certificateUntrusted'), 'service.network.checkTrust');

const meanings: Readonly<Record<string, Meaning>> = {
  ENOTFOUND: notFound,
  EAI_AGAIN: notFound,
  EAI_FAIL: notFound,
  EAI_NODATA: notFound,
  ECONNREFUSED: unreachable(say('service.network.nothingThere'), 'service.network.checkRuns'),
  EHOSTUNREACH: noAnswer,
  EHOSTDOWN: noAnswer,
  ENETUNREACH: noNetwork,
  ENETDOWN: noNetwork,
  EADDRNOTAVAIL: noNetwork,
  EPROTO: insecure(say('service.network.notSecure'), 'service.network.checkPlain'),
  CERT_HAS_EXPIRED: insecure(say('service.network.certificateExpired')),
  CERT_NOT_YET_VALID: insecure(say('service.network.certificateEarly')),
  CERT_REVOKED: insecure(say('service.network.certificateRevoked')),
  ERR_TLS_CERT_ALTNAME_INVALID: insecure(say('service.network.certificateElsewhere')),
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  STALLED: slow,
  TOO_SLOW: { ...lost, happened: say('service.network.tooSlow') },
  TIMEOUT: silent,
};

/** What `code` means for a request that had come as far as `phase`. */
export function meaningOfNetworkCode(code: string, phase: Phase): Meaning {
  const known = meanings[code];
  if (known) return known;
  if (isOfCertificate(code)) return insecure(say('service.network.secureFailed'));
  if (code.startsWith('HPE_')) return { ...lost, happened: say('service.answer.unreadable') };
  if (phase === 'connecting') return noAnswer;
  return code === 'ETIMEDOUT' ? silent : lost;
}

/** What went wrong at the proxy on the way to the service; null when that was not the proxy's doing. */
export function meaningOfProxyTrouble({ code, proxy }: Pick<BrokenExchange, 'code' | 'proxy'>): Meaning | null {
  if (proxy === null) return null;
  const { name, status } = proxy;
  if (code === 'PROXY_UNSUPPORTED') {
    return insecure(say('service.proxy.unsupported', { proxy: name }), 'service.proxy.choose');
  }
  if (code === 'PROXY_REFUSED' && status === 407) {
    return insecure(say('service.proxy.password', { proxy: name }), 'service.proxy.enter');
  }
  if (code === 'PROXY_REFUSED') {
    const happened =
      status === undefined
        ? say('service.proxy.refused', { proxy: name })
        : say('service.proxy.refusedWith', { proxy: name, status: String(status) });
    return unreachable(happened, 'service.todo.askNetwork');
  }
  if (isOfCertificate(code)) return null;
  return unreachable(say('service.proxy.unreachable', { proxy: name }), 'service.proxy.check');
}

function isOfCertificate(code: string): boolean {
  return meanings[code]?.kind === 'auth' || /^ERR_(SSL|TLS)_|^CERT_/.test(code);
}
