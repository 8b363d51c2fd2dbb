/** Reports while a command waits why it waits: services and folders that its jobs need and that are unavailable. */
import {
  isSameMessage,
  joinMessages,
  type Message,
  type MessageDescriptor,
  msg,
} from '../../../contract/messages/message.ts';
import type { ProfileStatus } from '../../../contract/services/profile.ts';
import { messageAt } from '../../service/throttle/limiter-message.ts';
import type { Session } from '../session/command-session.ts';
import { serviceNames } from '../session/service-profile.ts';
import type { Reporter } from './run-report.ts';

const pollIntervalMs = 1000;

/** Messages count down to the next attempt. They are repeated after this time, then after twice as long each time. */
const repeatReportMs = 60_000;

/** Conditions that end without the user. The others end the command, with another message. */
const temporaryConditions: readonly ProfileStatus['condition'][] = ['slowed', 'failed'];

/** A service at one poll; or a folder for results, whose `id` is its path. */
export interface ObservedService extends Pick<ProfileStatus, 'id' | 'condition' | 'message'> {
  /** Null for a folder, which the message names. */
  readonly name: string | null;
  /** Whether open jobs need it. */
  readonly isNeeded: boolean;
}

/**
 * Reports outages of needed services, their course and their end, also if another process runs the queue. Returns a
 * function that stops it.
 */
export function reportOutages(session: Session, reporter: Pick<Reporter, 'line'>): () => void {
  const linesOf = createOutageTracker();
  const folders = new Map<string, ObservedService>();
  const poll = () => {
    const services = observeServices(session);
    const hasOutage = services.some(({ condition }) => temporaryConditions.includes(condition));
    const open = new Set(hasOutage ? session.store.views.openByService().map(({ profileId }) => profileId) : []);
    const observed = services.map((service): ObservedService => ({ ...service, isNeeded: open.has(service.id) }));
    // A folder that is no longer listed is available again.
    for (const [id, folder] of folders) folders.set(id, { ...folder, condition: 'ready', message: null });
    for (const folder of unavailableFolders(session)) folders.set(folder.id, folder);
    for (const line of linesOf([...observed, ...folders.values()], performance.now())) reporter.line(line);
  };
  const timer = setInterval(() => ignoreDatabaseErrors(poll), pollIntervalMs);
  return () => clearInterval(timer);
}

/** Returns the services as the queue owner sees them. */
function observeServices({ app, store }: Session): Omit<ObservedService, 'isNeeded'>[] {
  const names = serviceNames(store);
  if (!app.otherHolder())
    return app.core.live
      .profiles()
      .map(({ id, condition, message }) => ({ id, condition, message, name: names.get(id) ?? id }));
  const conditions = new Map(
    store.conditions.list().flatMap((each) => (each.kind === 'service' ? [[each.subject, each]] : [])),
  );
  return [...names].map(([id, name]) => {
    const known = conditions.get(id);
    if (!known) return { id, name, condition: 'ready', message: null };
    // A condition that needs the user ends the command, which then reports it as the reason.
    const condition = known.blocks.length > 0 ? 'stopped' : (known.condition as ObservedService['condition']);
    return { id, name, condition, message: messageAt(known, Date.now()) };
  });
}

function unavailableFolders({ app }: Session): ObservedService[] {
  return app.core.live
    .outputs()
    .map(({ folder: id, message }) => ({ id, name: null, condition: 'slowed', message, isNeeded: true }));
}

/** Returns undefined if the database is locked; the next call may succeed. */
export function ignoreLock<T>(work: () => T): T | undefined {
  return ignoreErrors(/^SQLITE_(BUSY|LOCKED)/, work);
}

/** Runs work that only reports: the queue meets and reports errors of the database itself. */
export function ignoreDatabaseErrors(work: () => void): void {
  ignoreErrors(/^SQLITE_/, work);
}

function ignoreErrors<T>(codes: RegExp, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (codes.test(String((error as { code?: unknown }).code))) return undefined;
    throw error;
  }
}

interface ReportedOutage {
  readonly message: Message;
  readonly reportedAt: number;
  readonly repeatAfterMs: number;
}

/** Returns a function that returns the lines to report, given the services at a time in ms (monotonic). */
export function createOutageTracker(): (services: readonly ObservedService[], now: number) => MessageDescriptor[] {
  const reported = new Map<string, ReportedOutage>();
  return (services, now) =>
    services.flatMap(({ id, name, condition, message, isNeeded }) => {
      if (isNeeded && message !== null && temporaryConditions.includes(condition)) {
        const last = reported.get(id);
        if (last && (isSameMessage(last.message, message) || now - last.reportedAt < last.repeatAfterMs)) return [];
        reported.set(id, { message, reportedAt: now, repeatAfterMs: last ? 2 * last.repeatAfterMs : repeatReportMs });
        const problem = name === null ? message : msg('cli.service', { service: name, message });
        return joinMessages(problem, msg('cli.waits.carriesOn'));
      }
      if (condition !== 'ready' || !reported.delete(id)) return [];
      return name === null
        ? msg('cli.waits.folderAgain', { folder: id })
        : msg('cli.waits.serviceAgain', { service: name });
    });
}
