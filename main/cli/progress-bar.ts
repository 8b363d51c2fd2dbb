/** The bar that a terminal shows while jobs run: how far they are, and how the queue stands. */
import { SingleBar } from 'cli-progress';
import { isOpen, type QueueStatus, queueStatusMessages } from '../../contract/jobs/work-status.ts';
import { formatMessage } from '../../contract/messages/format-message.ts';
import { msg } from '../../contract/messages/message.ts';
import { terminalLine } from './terminal-text.ts';

/** What stands still changes no job: it is looked this often, in ms. */
const checkEvery = 1000;

/** @param readStatus returns the status of the queue; if it fails, the next call may succeed */
export function startProgressBar(
  stream: NodeJS.WriteStream,
  readStatus: () => Promise<QueueStatus>,
  every = checkEvery,
): { stop(): void } {
  const format = formatMessage(msg('cli.bar'), 'terminal');
  const bar = new SingleBar({ format, stream, clearOnComplete: true, hideCursor: true });
  bar.start(0, 0, { standing: '' });
  const draw = (status: QueueStatus) => {
    if (status.total > 0) bar.setTotal(status.total);
    bar.update(status.finished, { standing: isOpen(status) ? statusLine(status) : '' });
  };
  const timer = setInterval(() => void readStatus().then(draw, () => undefined), every);
  return {
    stop() {
      clearInterval(timer);
      bar.stop();
    },
  };
}

/** "412 of 800 · 38/min · 10 min left". */
export function statusLine(status: QueueStatus): string {
  return queueStatusMessages(status).map(terminalLine).join(' · ');
}
