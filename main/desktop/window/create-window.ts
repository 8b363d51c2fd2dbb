/** The main window: sandboxed, coming back where it was. `harden-web-contents.ts` keeps it at its page. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, BrowserWindow, nativeTheme, screen, type WebPreferences } from 'electron';
import { pageSession, pageUrl } from '../protocols/page-origin.ts';

type Placement = Record<'x' | 'y' | 'width' | 'height', number> & { readonly maximized: boolean };

function isPlacement(saved: Partial<Placement> | null): saved is Placement {
  const { x, y, width, height, maximized } = saved ?? {};
  const areAllIntegers = [x, y, width, height].every((side) => Number.isInteger(side));
  return areAllIntegers && Number(width) >= 600 && Number(height) >= 400 && typeof maximized === 'boolean';
}

/** The saved placement, if it still lies on a screen that is there. */
function savedPlacement(file: string): Placement | null {
  try {
    const saved: Partial<Placement> | null = JSON.parse(readFileSync(file, 'utf8'));
    if (!isPlacement(saved)) return null;
    const area = screen.getDisplayMatching(saved).workArea;
    const isVisible =
      saved.x < area.x + area.width - 100 && saved.x + saved.width > area.x + 100 && saved.y >= area.y - 10;
    return isVisible && saved.y < area.y + area.height - 100 ? saved : null;
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

/** Of every page. @param preload absolute path of the built bridge */
export const createWebPreferences = (preload: string): WebPreferences => ({
  preload,
  session: pageSession(),
  contextIsolation: true,
  sandbox: true,
  webSecurity: true,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  nodeIntegrationInWorker: false,
  navigateOnDragDrop: false,
  webviewTag: false,
  spellcheck: false,
  // Compiled once, and not at the third start only.
  v8CacheOptions: 'bypassHeatCheck',
  disableDialogs: true,
  // Files come by Burnish's own dialogs and by drops.
  disableBlinkFeatures: 'FileSystemAccessLocal',
  devTools: !app.isPackaged,
});

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
    webPreferences: createWebPreferences(preload),
  });
  if (saved?.maximized) window.maximize();
  keepPlacement(window, file);
  window.once('ready-to-show', () => window.show());
  void window.loadURL(pageUrl);
  return window;
}
