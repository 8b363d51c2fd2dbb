import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Language } from '../../../../contract/messages/language.ts';
import { contentSecurityPolicy, servePageFile } from '../../../../main/desktop/protocols/page-protocol.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';

const project = join(import.meta.dirname, '../../../..');

let folder: string;
let page: string;
beforeAll(() => {
  folder = scratchFolder();
  page = join(folder, 'page');
  mkdirSync(join(page, 'assets'), { recursive: true });
  mkdirSync(join(folder, 'page-of-another'));
  writeFileSync(join(page, 'index.html'), readFileSync(join(project, 'renderer/index.html')));
  writeFileSync(join(page, 'index.de.html'), '<html lang="de">');
  writeFileSync(join(page, 'assets/a.js'), 'let a;');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'page-of-another/secret.txt'), 'secret');
});

/** Returns the response as the page gets it. */
function get(url: string, method = 'GET', language: Language = 'en'): Response {
  const { statusCode, headers, data } = servePageFile(page, { method, url }, language);
  return new Response(data as Buffer<ArrayBuffer>, {
    status: statusCode ?? 200,
    headers: headers as Record<string, string>,
  });
}

it('serves the files of the page, each under the content policy', async () => {
  const answer = get('app://burnish/assets/a.js');
  expect(await answer.text()).toBe('let a;');
  expect(answer.headers.get('content-type')).toBe('text/javascript');
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
});

it('serves the fonts of languages from their packages', async () => {
  const style = get('app://burnish/fonts/noto-sans-jp/index.css');
  expect(style.headers.get('content-type')).toBe('text/css');
  const [name] = /files\/[\w.-]+\.woff2/.exec(await style.text()) ?? [];
  const font = get(`app://burnish/fonts/noto-sans-jp/${name}`);
  expect(font.headers.get('content-type')).toBe('font/woff2');
  expect(Buffer.from(await font.arrayBuffer()).toString('latin1', 0, 4)).toBe('wOF2');
});

it('gives each response with the page a separate nonce, in the page and in the policy', async () => {
  const nonces = new Set<string | undefined>();
  for (let times = 0; times < 3; times += 1) {
    const answer = get('app://burnish/index.html');
    const nonce = /nonce="([^"]+)"/.exec(await answer.text())?.[1];
    expect(answer.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(3);
});

it('serves the page with its first text in a language', async () => {
  expect(await get('app://burnish/index.html', 'GET', 'de').text()).toBe('<html lang="de">');
});

it.each([
  'app://burnish/../secret.txt',
  'app://burnish/%2e%2e/secret.txt',
  'app://burnish/assets/..%2f..%2fsecret.txt',
  'app://burnish/..%2fpage-of-another/secret.txt',
  'app://burnish/..%5csecret.txt',
  'app://burnish//etc/passwd',
  'app://burnish/fonts/noto-sans-jp/%2e%2e/inter/index.css',
  'app://burnish/fonts/noto-sans-jp/..%2finter/index.css',
  'app://burnish/fonts/inter/index.css',
  'app://burnish/%00',
  'app://burnish/%zz',
  'app://burnish/',
  'app://burnish/assets',
  'app://other/index.html',
  'app://burnish@other/index.html',
  'nothing',
])('serves nothing at %s', async (url) => {
  const answer = get(url);
  expect(answer.status).toBe(404);
  expect(await answer.text()).toBe('');
});

it('answers no other method', () => {
  expect(get('app://burnish/index.html', 'POST').status).toBe(404);
});

describe('the content policy', () => {
  const policy = contentSecurityPolicy('N');

  it('allows no inline script, no eval, no style without a nonce, and no other origin', () => {
    expect(policy).not.toMatch(/unsafe|https?:|\*|blob:|connect-src|frame-src/);
    expect(policy).toContain("script-src 'self';");
  });

  it('allows the styles that the installed version of a library adds without a nonce', () => {
    const library = readFileSync(join(project, 'node_modules/react-zoom-pan-pinch/dist/index.esm.js'), 'utf8');
    const [, literal = '""'] = /css_248z = ("(?:[^"\\]|\\.)*")/.exec(library) ?? [];
    const css = JSON.parse(literal) as string;
    expect(css).toContain('transform-component');
    for (const known of ['', css])
      expect(policy).toContain(`'sha256-${createHash('sha256').update(known).digest('base64')}'`);
  });
});
