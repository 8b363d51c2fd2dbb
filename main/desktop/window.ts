/** The one window: sandboxed, never leaving its own page, coming back where it was. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, BrowserWindow, nativeTheme, screen, session, shell } from 'electron';
import { z } from 'zod';
import { isOwnPage, pageUrl } from './page.ts';

const placement = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(600),
  height: z.int().min(400),
  maximized: z.boolean(),
});

/** The saved placement, if it still lies on a screen that is there. */
function savedPlacement(file: string): z.infer<typeof placement> | null {
  try {
    const saved = placement.parse(JSON.parse(readFileSync(file, 'utf8')));
    const area = screen.getDisplayMatching(saved).workArea;
    const visible =
      saved.x < area.x + area.width - 100 && saved.x + saved.width > area.x + 100 && saved.y >= area.y - 10;
    return visible && saved.y < area.y + area.height - 100 ? saved : null;
  } catch {
    return null;
  }
}

function keepPlacement(window: BrowserWindow, file: string): void {
  window.on('close', () => {
    try {
      writeFileSync(file, JSON.stringify({ ...window.getNormalBounds(), maximized: window.isMaximized() }));
    } catch {
      // A window that opens in the middle next time is no loss.
    }
  });
}

/** Web addresses open in the browser; everything else the page might ask for is refused. */
function confine(window: BrowserWindow): void {
  window.webContents.setWindowOpenHandler(({ url }) => {
    if (url.startsWith('https://')) void shell.openExternal(url);
    return { action: 'deny' };
  });
  window.webContents.on('will-navigate', (event, url) => {
    if (!isOwnPage(url)) event.preventDefault();
  });
  window.webContents.on('will-attach-webview', (event) => event.preventDefault());
}

/** No camera, microphone, location or anything else; the clipboard may be written to ("Copy details"). */
export function refusePermissions(): void {
  const granted = new Set(['clipboard-sanitized-write']);
  session.defaultSession.setPermissionRequestHandler((_, permission, answer) => answer(granted.has(permission)));
  session.defaultSession.setPermissionCheckHandler((_, permission) => granted.has(permission));
}

/** @param preload absolute path of the built bridge. @param dataDir where the placement is kept. */
export function openWindow(preload: string, dataDir: string, icon: string): BrowserWindow {
  const file = join(dataDir, 'window.json');
  const saved = savedPlacement(file);
  const window = new BrowserWindow({
    width: saved?.width ?? 1360,
    height: saved?.height ?? 860,
    ...(saved ? { x: saved.x, y: saved.y } : {}),
    minWidth: 900,
    minHeight: 600,
    show: false,
    title: 'Burnish',
    icon,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#1e1e1e' : '#f4f4f4',
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  });
  if (saved?.maximized) window.maximize();
  keepPlacement(window, file);
  confine(window);
  window.once('ready-to-show', () => window.show());
  void window.loadURL(pageUrl);
  return window;
}
