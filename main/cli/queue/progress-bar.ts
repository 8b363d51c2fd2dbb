/** The progress bar of a terminal: the finished share of the jobs, and the status of the queue. */
import { SingleBar } from 'cli-progress';
import { isOpen, type QueueStatus, queueStatusMessages } from '../../../contract/jobs/work-status.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { msg } from '../../../contract/messages/message.ts';
import { terminalLine } from '../output/terminal-text.ts';

/** The bar polls, because a queue at a standstill changes no job. */
const pollIntervalMs = 1000;

/** @param readStatus returns the status of the queue; if it fails, the next call may succeed */
export function startProgressBar(
  stream: NodeJS.WriteStream,
  readStatus: () => Promise<QueueStatus>,
  intervalMs = pollIntervalMs,
): { stop(): void } {
  const format = formatMessage(msg('cli.bar'), 'terminal');
  const bar = new SingleBar({ format, stream, clearOnComplete: true, hideCursor: true });
  bar.start(0, 0, { standing: '' });
  const draw = (status: QueueStatus) => {
    if (status.total > 0) bar.setTotal(status.total);
    bar.update(status.finished, { standing: isOpen(status) ? statusLine(status) : '' });
  };
  const timer = setInterval(() => void readStatus().then(draw, () => undefined), intervalMs);
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
