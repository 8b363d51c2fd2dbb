/** Confines all pages: no navigation, new windows, downloads, devices and network. */
import { app, type Session, type WebContents } from 'electron';
import { devUrl, isDevelopment, isMainPage, pageSession } from '../protocols/page-origin.ts';

/** Port 9 ("discard") of this computer. */
const unreachableProxy = '127.0.0.1:9';

/** Must run before the first window is opened. */
export async function hardenWebContents(): Promise<void> {
  confineSession(pageSession());
  // WebRTC ignores the content policy, so its TCP connections end at this proxy.
  if (devUrl === undefined)
    await pageSession().setProxy({ proxyRules: unreachableProxy, proxyBypassRules: '<-loopback>' });
  app.on('web-contents-created', (_, contents) => confine(contents));
}

function confine(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || !isMainPage(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  // `close-guard.ts` handles unsaved changes.
  contents.on('will-prevent-unload', (event) => event.preventDefault());
  contents.on('select-bluetooth-device', (event, _, choose) => {
    event.preventDefault();
    choose('');
  });
}

/** Only writing to the clipboard ("Copy details"). */
const allowedPermissions = new Set(['clipboard-sanitized-write']);

/** Leaves only the page's own schemes, in addition to the content policy. */
const blockedUrls = { urls: ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file://*/*'] };

function confineSession(session: Session): void {
  session.setPermissionRequestHandler((_, permission, answer) => answer(allowedPermissions.has(permission)));
  session.setPermissionCheckHandler((_, permission) => allowedPermissions.has(permission));
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
  session.webRequest.onBeforeRequest(blockedUrls, ({ url }, answer) => answer({ cancel: !isDevelopment(url) }));
  // Chromium would fetch dictionaries from a Google server.
  session.setSpellCheckerEnabled(false);
}
