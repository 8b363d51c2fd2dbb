/** Starting at login, in the tray: the system knows whether it does, and is asked each time. */
import { app } from 'electron';
import log from 'electron-log/node.js';
import type { LoginStart } from '../../../contract/app/about.ts';
import { autostartFile } from './autostart-file.ts';
import { hiddenSwitch, loginItem } from './hidden-start.ts';

export interface LoginItem {
  status(): LoginStart;
  /** False where the system does not take it. */
  set(isOn: boolean): boolean;
}

export function createLoginItem(): LoginItem {
  // Electron of a checkout is not Burnish.
  if (!app.isPackaged) return { status: () => ({ isOn: false, isPossible: false }), set: () => false };
  const { isOn, set } = process.platform === 'linux' ? byFile() : byItem;
  return {
    status: () => ({ isOn: isOn(), isPossible: true }),
    set(wanted) {
      try {
        set(wanted);
      } catch (fault) {
        log.warn('Starting at login could not be changed', fault);
      }
      return isOn() === wanted;
    },
  };
}

const byItem = {
  isOn() {
    const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings(loginItem);
    // On Windows the Task Manager can switch off an item that is there.
    return openAtLogin && (process.platform !== 'win32' || executableWillLaunchAtLogin);
  },
  set: (isOn: boolean) => app.setLoginItemSettings({ openAtLogin: isOn, ...loginItem }),
};

function byFile() {
  const file = autostartFile(process.env.APPIMAGE ?? process.execPath, [hiddenSwitch], app.getPath('home'));
  try {
    file.renew();
  } catch (fault) {
    log.warn('Starting at login could not be updated', fault);
  }
  return file;
}
