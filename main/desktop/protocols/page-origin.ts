/** Addresses and session of the window's pages. */
import { app, type Privileges, protocol, type Session, session } from 'electron';
import { imageScheme } from '../../../contract/app/image-urls.ts';
import type { Language } from '../../../contract/messages/language.ts';
import { pageCodeFolder } from '../system/code-cache.ts';
import { pageHost, servePageFile } from './page-protocol.ts';

const pageScheme = 'app';
const pageOrigin = `${pageScheme}://${pageHost}`;
/** Address of the development server, if any. */
export const devUrl = app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL;

export const pageUrl = devUrl ?? `${pageOrigin}/index.html`;

export const displayPageUrl = new URL('display.html', devUrl ?? pageUrl).href;

const privileges: Privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true };

/** Must run before the app is ready. */
export function declareSchemes(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: pageScheme, privileges: { ...privileges, codeCache: true } },
    { scheme: imageScheme, privileges },
  ]);
}

/**
 * Returns the session of the pages, which `harden-web-contents.ts` closes to the network. It is the default session,
 * because creating another one delays the first paint.
 */
export function pageSession(): Session {
  return session.defaultSession;
}

/**
 * Serves the built page from `folder`. Avoids `protocol.handle`, because loading Node's `fetch` would delay the first paint
 * by 100 ms.
 */
export function servePage(folder: string, look: { readonly language: Language }): void {
  pageSession().setCodeCachePath(pageCodeFolder());
  pageSession().protocol.registerBufferProtocol(pageScheme, (request, answer) =>
    answer(servePageFile(folder, request, look.language)),
  );
}

/** Whether the window can navigate there: only to its own page. */
export function isMainPage(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url !== null && isAppPage(address) && url.pathname === new URL(pageUrl).pathname;
}

/** Whether the address is on the development server. */
export function isDevelopment(address: string): boolean {
  return devUrl !== undefined && URL.canParse(address) && new URL(address).host === new URL(devUrl).host;
}

/** Whether a page has this app's origin. Only such pages can use the bridge. */
export function isAppPage(address: string): boolean {
  const allowed = new URL(pageUrl);
  const url = URL.canParse(address) ? new URL(address) : null;
  return url !== null && url.protocol === allowed.protocol && url.host === allowed.host;
}
