/** The bridge of the page on a second display, without requests. */
import { contextBridge, ipcRenderer } from 'electron';
import { type DisplayBridge, type DisplayedPhotograph, displayChannel } from '../contract/app/display-status.ts';

const bridge: DisplayBridge = {
  onPhotograph: (listener) => {
    ipcRenderer.on(displayChannel, (_, photograph: DisplayedPhotograph | null) => listener(photograph));
  },
};

contextBridge.exposeInMainWorld('burnishDisplay', bridge);
