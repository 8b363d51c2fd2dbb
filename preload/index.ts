/** The bridge: the only way between window and main process; one named function per request, nothing generic. */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { readyChannel } from '../contract/app/ready-channel.ts';
import { type Bridge, type BridgeRequests, dropChannel, type Events, eventNames, requestNames } from './channels.ts';

/** What answers requests is opened after the window. */
const opened: Promise<void> = ipcRenderer.invoke(readyChannel);
const ask = (channel: string, args: unknown) => opened.then(() => ipcRenderer.invoke(channel, args));

type Group = Record<string, (args?: unknown) => Promise<unknown>>;

function requests(): BridgeRequests {
  const groups: Record<string, Group> = {};
  for (const name of requestNames) {
    const [group, method] = name.split('.') as [string, string];
    groups[group] ??= {};
    groups[group][method] = (args) => ask(name, args);
  }
  return groups as unknown as BridgeRequests;
}

function subscription<N extends keyof Events>(name: N) {
  return (listener: (event: Events[N]) => void) => {
    const forward = (_: unknown, event: Events[N]) => listener(event);
    ipcRenderer.on(name, forward);
    return () => {
      ipcRenderer.off(name, forward);
    };
  };
}

/** Only a File that the system handed in has a path; one that a script made has none. */
function pathOf(file: unknown): string[] {
  const path = file instanceof File ? webUtils.getPathForFile(file) : '';
  return path === '' ? [] : [path];
}

const bridge: Bridge = {
  ...requests(),
  on: Object.fromEntries(eventNames.map((name) => [name, subscription(name)])) as unknown as Bridge['on'],
  grantDropped: (files) => ask(dropChannel, { paths: files.flatMap(pathOf) }),
};

contextBridge.exposeInMainWorld('burnish', bridge);
