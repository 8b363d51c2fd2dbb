/** Facts about the queue for `burnish status`. */
import { isGivenUp, type JobState, type JobSummary } from '../../../contract/jobs/job.ts';
import type { QueueStatus } from '../../../contract/jobs/work-status.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { holderMessage } from '../../ipc/status/profile-status.ts';
import type { Reason } from '../../pipeline/standstill.ts';
import { messageAt } from '../../service/throttle/limiter-message.ts';
import { hasPossibleLosses, type QueueHolder, queueHolders, type Store } from '../../store/index.ts';
import { abandonedMessages, uncertainForJson, uncertainMessages } from '../output/uncertain-jobs.ts';
import type { Session } from '../session/command-session.ts';
import { serviceNames } from '../session/service-profile.ts';
import { statusLine } from './progress-bar.ts';
import { currentStatus, reasonMessages, standstillReasons } from './standstill-reasons.ts';

export interface QueueReport {
  readonly status: QueueStatus;
  readonly summary: string;
  readonly counts: Readonly<Record<JobState, number>>;
  /** Unfinished photographs by service. */
  readonly open: readonly { readonly service: string; readonly count: number }[];
  /** Failed and uncertain jobs. */
  readonly troubles: readonly JobSummary[];
  readonly givenUp: readonly JobSummary[];
  readonly uncertain: ReturnType<typeof uncertainForJson>;
  /** Messages on possible charges. */
  readonly chargeMessages: readonly MessageDescriptor[];
  readonly holder: QueueHolder | null;
  /** The queue owner, if the user needs to know it, and the user's tasks. */
  readonly notes: readonly MessageDescriptor[];
  /** Conditions of services and folders, as the queue owner reports them. */
  readonly conditions: readonly ReportedCondition[];
  readonly isPaused: boolean;
  /** Results with possible flaws. */
  readonly inspections: ReturnType<Store['inspections']['list']>;
  readonly needsUser: boolean;
}

interface ReportedCondition {
  readonly service: string;
  readonly condition: string;
  readonly message: string;
  readonly needsYou: boolean;
}

export async function readQueueReport(session: Session): Promise<QueueReport> {
  const { store } = session;
  const status = await currentStatus(session);
  const counts = store.views.counts();
  const uncertain = store.views.undecided();
  const summaries = store.views.summaries();
  const givenUp = summaries.filter(isGivenUp);
  const names = serviceNames(store);
  const open = store.views.openByService().map(({ profileId, count }) => ({
    service: names.get(profileId) ?? profileId,
    count,
  }));
  const reasons = standstillReasons(store, null);
  const listed = store.conditions.list();
  // Read last: an owner that still runs wrote the conditions in the database.
  const holder = store.queueLock.holder();
  const hasLosses = store.rescue !== null && hasPossibleLosses(store.rescue);
  const isStanding = open.length > 0 && (holder === null || reasons.length > 0);
  return {
    status,
    summary: statusLine(status),
    counts,
    open,
    troubles: summaries.filter(({ state }) => state === 'failed' || state === 'uncertain'),
    givenUp,
    uncertain: uncertainForJson(uncertain),
    chargeMessages: [...abandonedMessages(givenUp), ...uncertainMessages(uncertain)],
    holder,
    notes: notesOf(session, reasons, holder, open.length > 0),
    conditions: holder === null ? [] : reportConditions(listed, names, holder),
    isPaused: store.settings.read().paused,
    inspections: store.inspections.list(),
    needsUser: counts.failed + counts.uncertain > 0 || isStanding || hasLosses,
  };
}

function notesOf(
  session: Session,
  reasons: readonly Reason[],
  holder: QueueHolder | null,
  hasOpen: boolean,
): MessageDescriptor[] {
  const userReasons = reasons.filter(isForUser);
  const needsProcess = hasOpen && (reasons.length === 0 || userReasons.length < reasons.length);
  const owner = holder ? [holderMessage(holder)] : needsProcess ? [msg('cli.status.nobody')] : [];
  return [...owner, ...reasonMessages({ reasons: userReasons, holder }, session)];
}

/** Whether jobs wait for a decision of the user, also if another process runs the queue. */
const isForUser = ({ why }: Reason) => why === 'cost' || why === 'trial' || why === 'held' || why === 'price';

function reportConditions(
  conditions: ReturnType<Store['conditions']['list']>,
  names: ReadonlyMap<string, string>,
  holder: QueueHolder,
): ReportedCondition[] {
  // In the words of the window, if the user has to act there.
  const place = holder.what === queueHolders.window ? 'window' : 'terminal';
  return conditions.map(({ subject, condition, blocks, ...timed }) => ({
    service: names.get(subject) ?? subject,
    condition,
    message: formatMessage(messageAt(timed, Date.now()), place),
    needsYou: blocks.length > 0,
  }));
}
