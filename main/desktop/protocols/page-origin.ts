/** Where the window's page comes from, and who counts as that page. */
import { app, type Privileges, protocol, type Session, session } from 'electron';
import { imageScheme } from '../../../contract/app/image-urls.ts';
import { pageCodeFolder } from '../system/code-cache.ts';
import type { SavedLook } from '../window/saved-look.ts';
import { pageHost, servePageFile } from './page-protocol.ts';

const pageScheme = 'app';
const pageOrigin = `${pageScheme}://${pageHost}`;
/** Set by the development server only; a packaged app never looks at it. */
export const devUrl = app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL;

export const pageUrl = devUrl ?? `${pageOrigin}/index.html`;

/** The page on a second display. */
export const displayPageUrl = new URL('display.html', devUrl ?? pageUrl).href;

const privileges: Privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true };

/** Must run before the app is ready. */
export function declareSchemes(): void {
  protocol.registerSchemesAsPrivileged([
    // The page is compiled once, and not at each start.
    { scheme: pageScheme, privileges: { ...privileges, codeCache: true } },
    { scheme: imageScheme, privileges },
  ]);
}

/**
 * The page's session: nothing else is fetched in it, so that `harden-web-contents.ts` can close it to the network. The
 * default one, because Electron makes that in any case, and another takes time before the first paint.
 */
export function pageSession(): Session {
  return session.defaultSession;
}

/**
 * Serves the built page from `folder`, and nothing outside it. Not with `protocol.handle`, because its first request
 * loads Node's `fetch`: 100 ms of processor time before the first paint.
 */
export function servePage(folder: string, look: Pick<SavedLook, 'language'>): void {
  pageSession().setCodeCachePath(pageCodeFolder());
  pageSession().protocol.registerBufferProtocol(pageScheme, (request, answer) =>
    answer(servePageFile(folder, request, look.language)),
  );
}

/** True where the window may go: to its page, anew. */
export function isMainPage(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url !== null && isAppPage(address) && url.pathname === new URL(pageUrl).pathname;
}

/** True for what the development server serves, which there is none of in a packaged app. */
export function isDevelopment(address: string): boolean {
  return devUrl !== undefined && URL.canParse(address) && new URL(address).host === new URL(devUrl).host;
}

/** True for the page's own addresses: the only ones that may call the bridge. */
export function isAppPage(address: string): boolean {
  const allowed = new URL(pageUrl);
  const url = URL.canParse(address) ? new URL(address) : null;
  return url !== null && url.protocol === allowed.protocol && url.host === allowed.host;
}
