import { app } from 'electron';
import log from 'electron-log/node.js';
import type { LoginStart } from '../../../contract/app/about.ts';
import { openAutostartFile } from './autostart-file.ts';
import { hiddenSwitch, loginItem } from './hidden-start.ts';

/** Starting at login, in the tray. The system's own setting is read each time. */
export interface LoginItem {
  status(): LoginStart;
  /** Returns false if the system rejects the change. */
  set(isOn: boolean): boolean;
}

export function createLoginItem(): LoginItem {
  // A checkout runs Electron itself, which is not Burnish.
  if (!app.isPackaged) return { status: () => ({ isOn: false, isPossible: false }), set: () => false };
  const { isOn, set } = process.platform === 'linux' ? openLinuxItem() : systemItem;
  return {
    status: () => ({ isOn: isOn(), isPossible: true }),
    set(shouldBeOn) {
      try {
        set(shouldBeOn);
      } catch (error) {
        log.warn('Starting at login could not be changed', error);
      }
      return isOn() === shouldBeOn;
    },
  };
}

const systemItem = {
  isOn() {
    const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings(loginItem);
    // On Windows, the Task Manager can disable an existing item.
    return openAtLogin && (process.platform !== 'win32' || executableWillLaunchAtLogin);
  },
  set: (isOn: boolean) => app.setLoginItemSettings({ openAtLogin: isOn, ...loginItem }),
};

function openLinuxItem() {
  const file = openAutostartFile(process.env.APPIMAGE ?? process.execPath, [hiddenSwitch], app.getPath('home'));
  try {
    file.renew();
  } catch (error) {
    log.warn('Starting at login could not be updated', error);
  }
  return file;
}
