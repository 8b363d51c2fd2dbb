/** Confines every page there may ever be: it cannot leave, open, load, download or be allowed anything. */
import { app, type Session, type WebContents } from 'electron';
import { devUrl, isDevelopment, isMainPage, pageSession } from '../protocols/page-origin.ts';

/** Port 9, "discard", of this computer. */
const nowhere = '127.0.0.1:9';

/** Must run before the first window is opened. */
export async function hardenWebContents(): Promise<void> {
  confineSession(pageSession());
  // WebRTC asks no content policy. What it may still do, go out by TCP, ends at a proxy that is not there.
  if (devUrl === undefined) await pageSession().setProxy({ proxyRules: nowhere, proxyBypassRules: '<-loopback>' });
  app.on('web-contents-created', (_, contents) => confine(contents));
}

function confine(contents: WebContents): void {
  // Nothing opens in a browser either: the page has no link that leads out of Burnish.
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || !isMainPage(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  // A page that went astray may not keep its window open. (Drafts are asked about in the page.)
  contents.on('will-prevent-unload', (event) => event.preventDefault());
  contents.on('select-bluetooth-device', (event, _, choose) => {
    event.preventDefault();
    choose('');
  });
}

/** The clipboard may be written to ("Copy details"); no camera, microphone, location, file system or anything else. */
const allowed = new Set(['clipboard-sanitized-write']);

/** Whatever the content policy says, the page's own schemes are all that is fetched. */
const elsewhere = { urls: ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file://*/*'] };

function confineSession(own: Session): void {
  own.setPermissionRequestHandler((_, permission, answer) => answer(allowed.has(permission)));
  own.setPermissionCheckHandler((_, permission) => allowed.has(permission));
  own.setDevicePermissionHandler(() => false);
  own.on('will-download', (event) => event.preventDefault());
  own.webRequest.onBeforeRequest(elsewhere, ({ url }, answer) => answer({ cancel: !isDevelopment(url) }));
  // Else Chromium fetches dictionaries of a server of Google's.
  own.setSpellCheckerEnabled(false);
}
