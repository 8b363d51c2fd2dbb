/** Where the window's page comes from, and who counts as that page. */
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { app, type Privileges, protocol } from 'electron';
import { imageScheme } from '../../preload/contract/channels.ts';

const pageScheme = 'app';
const pageOrigin = `${pageScheme}://burnish`;
/** Set by the development server only; a packaged app never looks at it. */
const devUrl = app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL;

export const pageUrl = devUrl ?? `${pageOrigin}/index.html`;

const mimeTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

const privileges: Privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true };

/** Must run before the app is ready. */
export function declareSchemes(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: pageScheme, privileges },
    { scheme: imageScheme, privileges },
  ]);
}

/** Serves the built page from `folder`, and nothing outside it. */
export function servePage(folder: string): void {
  const root = normalize(folder + sep);
  protocol.handle(pageScheme, async (request) => {
    const url = new URL(request.url);
    const path = normalize(join(root, decodeURIComponent(url.pathname)));
    if (url.host !== 'burnish' || !path.startsWith(root)) return new Response(null, { status: 404 });
    try {
      const type = mimeTypes[extname(path)] ?? 'application/octet-stream';
      return new Response(new Uint8Array(await readFile(path)), { headers: { 'content-type': type } });
    } catch {
      return new Response(null, { status: 404 });
    }
  });
}

/** True for the page's own addresses: the only ones that may call the bridge or be navigated to. */
export function isOwnPage(address: string): boolean {
  const allowed = new URL(pageUrl);
  const url = URL.canParse(address) ? new URL(address) : null;
  return url !== null && url.protocol === allowed.protocol && url.host === allowed.host;
}
