/** Keys, tokens and addresses taken out of a text. What looks like one and is none goes too: a report that says too little is no harm. */

/** What is put in the place of a secret. */
const removed = '(removed)';

/** Whatever ends with one of them: `apiKey`, `X-Amz-Signature`, `PGPASSWORD`. */
const secretNames = '[\\w-]*(?:key|token|secret|password|passwd|passphrase|credentials?|signature)|pwd|sig';
const value = '"(?:[^"\\\\\\n]|\\\\.)*"|\'(?:[^\'\\\\\\n]|\\\\.)*\'|[^\\s,;&"\')}\\]]+';

/** What is found is replaced by the words, in this order. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]+-----[\s\S]*?(?:-----END [A-Z ]+-----|$)/g, removed],
  [/\b((?:set-)?cookie|(?:proxy-)?authorization)(["']?\s*[:=])[^\n]*/gi, `$1$2 ${removed}`],
  [/\b(?:data|blob):[^\s"'<>)]{8,}/gi, removed],
  // The places of our own code are what a report is for.
  [/\b(?!file:|app:|node:)([a-z][a-z\d+.-]*):\/\/(?!\(removed)[^\s"'<>“”‘’«»`)\]}]+/gi, `$1://${removed}`],
  [new RegExp(`(?<![\\w-])(${secretNames})(["']?\\s*[:=]\\s*)(?!\\(removed)(?:${value})`, 'gi'), `$1$2${removed}`],
  [/\b(bearer|basic|digest)\s+[\w.~+/=-]{6,}/gi, `$1 ${removed}`],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, removed],
  [/\b(?:sk|pk|rk|gh[a-z]|xox[a-z]|key)[-_][\w-]{6,}/gi, removed],
  // Long, and of letters and digits: a token, a fingerprint, the id of somebody's task. Names of our own code's files are not.
  [/(?<!\w)(?=[\w+-]*\d)(?=[\w+-]*[a-z])[\w+-]{20,}={0,2}(?![\w+=-]|\.[cm]?js\b)/gi, removed],
];

/** `text` without keys, tokens and addresses. @param known keys that Burnish has, whatever they look like */
export function redactSecrets(text: string, known: readonly string[] = []): string {
  const spellings = known
    .filter((key) => key.length >= 4)
    .flatMap((key) => [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)])
    .sort((a, b) => b.length - a.length);
  let rest = text;
  for (const key of spellings) rest = rest.replaceAll(key, removed);
  for (const [found, words] of replacements) rest = rest.replace(found, words);
  return rest;
}
