/** The bridge: the only connection between window and main process, one named function per request. */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { type Bridge, type BridgeRequests, dropChannel, type Events, eventNames, requestNames } from './channels.ts';
import { paintedChannel, readyChannel } from './start-channels.ts';

const ready: Promise<void> = ipcRenderer.invoke(readyChannel);
const send = (channel: string, args: unknown) => ready.then(() => ipcRenderer.invoke(channel, args));

// `ready-to-show` is earlier.
new PerformanceObserver(() => ipcRenderer.send(paintedChannel)).observe({
  type: 'paint' as 'mark',
  buffered: true,
});

type Group = Record<string, (args?: unknown) => Promise<unknown>>;

function createRequests(): BridgeRequests {
  const groups: Record<string, Group> = {};
  for (const name of requestNames) {
    const [group, method] = name.split('.') as [string, string];
    groups[group] ??= {};
    groups[group][method] = (args) => send(name, args);
  }
  return groups as unknown as BridgeRequests;
}

function createSubscription<N extends keyof Events>(name: N) {
  return (listener: (event: Events[N]) => void) => {
    const forward = (_: unknown, event: Events[N]) => listener(event);
    ipcRenderer.on(name, forward);
    return () => {
      ipcRenderer.off(name, forward);
    };
  };
}

/** Empty for a File that a script made. */
function pathsOf(file: unknown): string[] {
  const path = file instanceof File ? webUtils.getPathForFile(file) : '';
  return path === '' ? [] : [path];
}

const bridge: Bridge = {
  ...createRequests(),
  on: Object.fromEntries(eventNames.map((name) => [name, createSubscription(name)])) as unknown as Bridge['on'],
  grantDropped: (files) => send(dropChannel, { paths: files.flatMap(pathsOf) }),
};

contextBridge.exposeInMainWorld('burnish', bridge);
