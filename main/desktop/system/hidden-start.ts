/** A start that opens no window, as the system makes one at login. */
import { app } from 'electron';

/** Told to a start that is to open no window. */
export const hiddenSwitch = '--hidden';

/** What the system is told to start; on macOS a login item has no arguments. */
export const loginItem =
  process.platform === 'darwin' ? ({ type: 'mainAppService' } as const) : { args: [hiddenSwitch] };

/** Whether this start is to open no window. Call it when Electron is ready. */
export function startsHidden(): boolean {
  if (process.argv.includes(hiddenSwitch)) return true;
  return process.platform === 'darwin' && app.getLoginItemSettings(loginItem).wasOpenedAtLogin;
}
