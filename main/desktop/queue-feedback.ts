import log from 'electron-log/node.js';
import { queueStatusMessages } from '../../contract/jobs/work-status.ts';
import type { BurnishApp } from '../app.ts';
import { startChangePush } from '../ipc/status/push-changes.ts';
import { type Counts, counts } from '../ipc/status/snapshot.ts';
import type { TrayIcon } from './menu/tray.ts';
import type { MainWindow } from './window/main-window.ts';
import { notifyFinished } from './window/notifications.ts';

export interface QueueFeedback {
  updateTray(): void;
  stop(): void;
}

/** Shows events of the queue to the page, in the tray and as notifications. */
export function createQueueFeedback(
  burnish: BurnishApp,
  window: MainWindow,
  findTray: () => TrayIcon | null,
): QueueFeedback {
  const { store, live, review } = burnish.core;
  let lastCounts: Counts | null = null;
  const updateTray = () => {
    if (lastCounts !== null)
      findTray()?.update(queueStatusMessages(burnish.queueStatus(lastCounts)), store.settings.read().paused);
  };
  const push = startChangePush({
    store,
    live,
    showing: review.visibleRows,
    count: async () => {
      lastCounts = await counts(burnish.core);
      return lastCounts;
    },
    report: (error) => log.warn('Something could not be counted', error),
    send: (changes) => {
      window.send('changes', changes);
      if (changes.throughput || changes.settings || changes.profileStatus) updateTray();
    },
  });
  review.onBulkProgress((progress) => window.send('bulk', progress));
  burnish.onLive(push.live);
  burnish.onNotice((notice) => window.send('notice', notice));
  burnish.onDrained((text) => {
    if (store.settings.read().notifications) notifyFinished(window.existing(), text, window.show);
  });
  counts(burnish.core).then(
    (first) => {
      lastCounts ??= first;
      updateTray();
    },
    (error) => log.warn('Nothing could be counted', error),
  );
  return { updateTray, stop: push.stop };
}
