/** Responses of the page's own scheme: the built page and its fonts, under a strict content policy. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join, normalize, sep } from 'node:path';
import type { ProtocolRequest, ProtocolResponse } from 'electron';
import { imageScheme } from '../../../contract/app/image-urls.ts';
import { type Language, languageFontFamilies } from '../../../contract/messages/language.ts';

export const pageHost = 'burnish';

/** Placeholder in index.html that each response replaces with a new nonce. */
const noncePlaceholder = '__STYLE_NONCE__';

/**
 * Hashes of styles that react-zoom-pan-pinch adds without file or nonce: first an empty element, then its rules.
 */
const knownStyles = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-/aQdAPrD+kc0v7HnGQTuKBtoP6ZN+lnzOGVJ1Qt6dfw='",
];

/** @param nonce of style elements that Mantine and react-remove-scroll add (`renderer/nonce.ts`) */
export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}' ${knownStyles.join(' ')}`,
    `img-src 'self' ${imageScheme}: data:`,
    "font-src 'self'",
    "worker-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');
}

const mimeTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

/**
 * Returns the response to a request. Synchronous, because the main thread loads the app while the page loads its scripts.
 * Maps `/fonts/<family>/` to the folder of that font's package.
 * @param root folder of the built page
 * @param language of `index.html`
 */
export function servePageFile(
  root: string,
  { method, url }: Pick<ProtocolRequest, 'method' | 'url'>,
  language: Language,
): ProtocolResponse {
  const path = method === 'GET' ? pageFile(root, url, language) : null;
  const bytes = path === null ? null : readOrNull(path);
  if (path === null || bytes === null) return { statusCode: 404, headers: headersFor('', ''), data: Buffer.alloc(0) };
  const nonce = randomBytes(16).toString('base64');
  const type = extname(path);
  const data = type === '.html' ? Buffer.from(bytes.toString().replaceAll(noncePlaceholder, nonce)) : bytes;
  return { headers: headersFor(type, nonce), data };
}

function readOrNull(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

/** Returns the path of a file of the page, or null for other addresses. */
function pageFile(root: string, address: string, language: Language): string | null {
  try {
    const url = new URL(address);
    if (url.host !== pageHost) return null;
    const path = decodeURIComponent(url.pathname);
    if (path === '/index.html' && language !== 'en') return fileIn(root, `/index.${language}.html`);
    const family = languageFontFamilies.find((each) => path.startsWith(`/fonts/${each}/`));
    return family === undefined
      ? fileIn(root, path)
      : fileIn(fontFolder(family), path.slice(`/fonts/${family}`.length));
  } catch {
    return null; // An invalid percent escape.
  }
}

function fileIn(root: string, path: string): string | null {
  const folder = normalize(root + sep);
  const file = normalize(join(folder, path));
  return file.startsWith(folder) ? file : null;
}

const packages = createRequire(import.meta.url);

function fontFolder(family: string): string {
  return dirname(packages.resolve(`@fontsource-variable/${family}/package.json`));
}

function headersFor(type: string, nonce: string): Record<string, string> {
  return {
    'content-type': mimeTypes[type] ?? 'application/octet-stream',
    'content-security-policy': contentSecurityPolicy(nonce),
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}
