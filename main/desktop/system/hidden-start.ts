import { app } from 'electron';

export const hiddenSwitch = '--hidden';

/** Electron's options of the login item. It has no arguments on macOS. */
export const loginItem =
  process.platform === 'darwin' ? ({ type: 'mainAppService' } as const) : { args: [hiddenSwitch] };

/** Whether this start opens no window. Electron must be ready. */
export function isHiddenStart(): boolean {
  if (process.argv.includes(hiddenSwitch)) return true;
  return process.platform === 'darwin' && app.getLoginItemSettings(loginItem).wasOpenedAtLogin;
}
