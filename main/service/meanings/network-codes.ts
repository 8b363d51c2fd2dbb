/** What Node's network error codes mean to a user, and what the queue does about each. */
import type { BrokenExchange, Phase } from '../http/exchange.ts';
import type { Meaning } from './service-codes.ts';

/** No connection came about: nothing was sent, so waiting costs no attempt. */
const unreachable = (happened: string, todo: string): Meaning => ({
  kind: 'wait',
  subject: 'network',
  advice: 'open-services',
  happened,
  todo,
});

/** The connection is not what the profile says; only the user can put that right. */
const insecure = (
  happened: string,
  todo = 'Check the address under Services, and the date of this computer.',
): Meaning => ({
  kind: 'auth',
  subject: 'network',
  advice: 'open-services',
  happened,
  todo,
});

const lost: Meaning = {
  kind: 'retry',
  subject: 'network',
  advice: 'retry',
  happened: 'The connection to the service broke off.',
  todo: 'Check the internet connection, then try again.',
};

const slow: Meaning = { ...lost, happened: 'The connection to the service stood still for too long.' };
const silent: Meaning = { ...lost, happened: 'The service did not answer in time.' };

const notFound = unreachable(
  "The service's address could not be found.",
  'Check the internet connection, and the address under Services.',
);
const noNetwork = unreachable('There is no connection to the internet.', 'Check the network.');
const noAnswer = unreachable('The service cannot be reached.', 'Check the internet connection.');
const untrusted = insecure(
  "The service's certificate was not issued by anybody this computer trusts.",
  'If your company inspects its network traffic, choose its certificate under Settings, Network (for a command: name it in NODE_EXTRA_CA_CERTS). Otherwise check the address under Services.',
);

const meanings: Readonly<Record<string, Meaning>> = {
  ENOTFOUND: notFound,
  EAI_AGAIN: notFound,
  EAI_FAIL: notFound,
  EAI_NODATA: notFound,
  ECONNREFUSED: unreachable(
    'Nothing answers at the address of the service.',
    'Check that it runs, and its address under Services.',
  ),
  EHOSTUNREACH: noAnswer,
  EHOSTDOWN: noAnswer,
  ENETUNREACH: noNetwork,
  ENETDOWN: noNetwork,
  EADDRNOTAVAIL: noNetwork,
  EPROTO: insecure(
    'The service does not answer in the secure way its address promises.',
    'Perhaps its address begins with http://.',
  ),
  CERT_HAS_EXPIRED: insecure("The service's certificate has expired."),
  CERT_NOT_YET_VALID: insecure("The service's certificate is not valid yet."),
  CERT_REVOKED: insecure("The service's certificate was withdrawn."),
  ERR_TLS_CERT_ALTNAME_INVALID: insecure("The service's certificate belongs to another address."),
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  STALLED: slow,
  TOO_SLOW: { ...lost, happened: 'The service sends or takes so little at a time that it would take hours.' },
  TIMEOUT: silent,
};

/** What `code` means for a request that had come as far as `phase`. */
export function meaningOfNetworkCode(code: string, phase: Phase): Meaning {
  const known = meanings[code];
  if (known) return known;
  if (isOfCertificate(code)) return insecure('A secure connection to the service could not be made.');
  if (code.startsWith('HPE_')) return { ...lost, happened: 'The service answered something that cannot be read.' };
  if (phase === 'connecting') return noAnswer;
  return code === 'ETIMEDOUT' ? silent : lost;
}

/** What went wrong at the proxy on the way to the service; null when that was not the proxy's doing. */
export function meaningOfProxyTrouble({ code, proxy }: Pick<BrokenExchange, 'code' | 'proxy'>): Meaning | null {
  if (proxy === null) return null;
  const name = `The proxy “${proxy.name}”`;
  if (code === 'PROXY_UNSUPPORTED') {
    return insecure(`${name} is of a kind Burnish cannot use.`, 'Choose an HTTP proxy under Settings, Network.');
  }
  if (code === 'PROXY_REFUSED' && proxy.status === 407) {
    return insecure(
      `${name} asks for a name and a password.`,
      'Enter them with its address under Settings, Network, as in http://name:password@proxy:3128 (for a command: in HTTPS_PROXY).',
    );
  }
  if (code === 'PROXY_REFUSED') {
    const status = proxy.status === undefined ? '' : ` (${proxy.status})`;
    return unreachable(`${name} does not connect to the service${status}.`, 'Ask whoever runs your network.');
  }
  if (isOfCertificate(code)) return null;
  return unreachable(`${name} cannot be reached.`, 'Check the network, and the proxy under Settings, Network.');
}

function isOfCertificate(code: string): boolean {
  return meanings[code]?.kind === 'auth' || /^ERR_(SSL|TLS)_|^CERT_/.test(code);
}
