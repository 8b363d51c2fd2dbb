/**
 * Removes keys, tokens and addresses from a text, and accepts false positives. Repetitions without a fixed start are
 * bounded, so that the time is linear.
 */
import { isIP } from 'node:net';

const removed = '(removed)';

/** Ends of names of secrets: `apiKey`, `X-Amz-Signature`, `PGPASSWORD`. */
const secretNames = '[\\w-]*(?:key|token|secret|password|passwd|passphrase|credentials?|signature)|pwd|sig';
/** Names of hosts and accounts in inspected errors of Node and PostgreSQL. */
const hostNames = '(?:server|host)_?(?:name|addr)?|address|user|database|role|dns';
const value = '"(?:[^"\\\\\\n]|\\\\.)*"|\'(?:[^\'\\\\\\n]|\\\\.)*\'|[^\\s,;&"\')}\\]]+';
const networkCodes = 'ENOTFOUND|EAI_[A-Z]+|ECONN[A-Z]+|EHOST[A-Z]+|ENET[A-Z]+|EADDR[A-Z]+|ETIMEDOUT|EPIPE|EPROTO';

/** Applied in this order. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]+-----[\s\S]*?(?:-----END [A-Z ]+-----|$)/g, removed],
  [/\b((?:set-)?cookie|(?:proxy-)?authorization)(["']?\s*[:=])[^\n]*/gi, `$1$2 ${removed}`],
  [/\b(?:data|blob):[^\s"'<>)]{8,}/gi, removed],
  // Locations in the code are the purpose of a report.
  [/\b(?!file:|app:|node:)([a-z][a-z\d+.-]{0,30}):\/\/(?!\(removed)[^\s"'<>“”‘’«»`)\]}]+/gi, `$1://${removed}`],
  [new RegExp(`(?<![\\w-])(${secretNames})(["']?\\s*[:=]\\s*)(?!\\(removed)(?:${value})`, 'gi'), `$1$2${removed}`],
  [new RegExp(`(?<![\\w-])(${hostNames})(["']?[:=][^\\S\\n]*)(?!\\(removed)(?:${value})`, 'gi'), `$1$2${removed}`],
  [/\b(host|user|database|role) "[^"\n]{1,255}"/gi, `$1 "${removed}"`],
  [new RegExp(`\\b(${networkCodes}) (?!\\(removed|127\\.|::1)[\\w.-]*[a-z][\\w.-]*`, 'g'), `$1 ${removed}`],
  [/\b(bearer|basic|digest)\s+[\w.~+/=-]{6,}/gi, `$1 ${removed}`],
  [/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,10}/g, removed],
  [/\b(?:sk|pk|rk|gh[a-z]|xox[a-z]|key)[-_][\w-]{6,}/gi, removed],
  // Long, with letters and digits: a token, a fingerprint, a task's id; not a file of the code.
  [/(?<![\w+-])(?=[\w+-]*\d)(?=[\w+-]*[a-z])[\w+-]{20,}={0,2}(?![\w+=-]|\.[cm]?js\b)/gi, removed],
];
const addressCandidate = /(?<![\w:.])(?:[\da-f]{0,4}:[\da-f:.]{1,50}|\d{1,3}(?:\.\d{1,3}){3})(?:%\w{1,20})?(?!\w)/gi;

/** Texts of this installation that must not leave it. */
export interface KnownSecrets {
  readonly keys: readonly string[];
  /** Names of hosts that are removed if they are whole words. */
  readonly hosts: readonly string[];
}

export function redactSecrets(text: string, { keys, hosts }: KnownSecrets = { keys: [], hosts: [] }): string {
  let rest = text;
  for (const key of spellingsOf(keys)) rest = rest.replaceAll(key, removed);
  for (const host of hosts.filter((name) => name !== '' && name !== 'localhost' && isIP(name) === 0))
    rest = rest.replace(new RegExp(`(?<![\\w-])${host.replace(/[^\w-]/g, '\\$&')}(?![\\w-])`, 'gi'), removed);
  for (const [pattern, replacement] of replacements) rest = rest.replace(pattern, replacement);
  return rest.replace(addressCandidate, redactAddress);
}

function spellingsOf(keys: readonly string[]): string[] {
  return keys
    .filter((key) => key.length >= 4)
    .flatMap((key) => [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)])
    .sort((a, b) => b.length - a.length);
}

/** Removes an IP address with its port, except those of this computer. */
function redactAddress(candidate: string): string {
  const [, body = '', end = ''] = /^(.*?)([:.]*)$/.exec(candidate) ?? [];
  const plain = body.replace(/%\w+$/, '');
  const isAddress = isIP(plain) !== 0 || isIP(plain.replace(/:\d+$/, '')) === 6;
  const isLocal = /^(?:127\.|0\.0\.0\.0|::1?(?::\d+)?$)/.test(plain);
  return isAddress && !isLocal ? removed + end : candidate;
}
