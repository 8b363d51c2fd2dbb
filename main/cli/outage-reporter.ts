/** Says while a command waits why it waits: the services its jobs need that cannot be had just now. */

import {
  isSameMessage,
  joinMessages,
  type Message,
  type MessageDescriptor,
  msg,
} from '../../contract/messages/message.ts';
import type { ProfileStatus } from '../../contract/services/profile.ts';
import { messageAt } from '../service/throttle/limiter-message.ts';
import { type Session, serviceNames } from './command-session.ts';
import type { Reporter } from './run-report.ts';

/** How often it is looked, in ms. */
const checkEvery = 1000;

/**
 * Pauses grow, and a sentence counts them down: what has changed is told again this long after the first word, in ms, then
 * twice as long after the second, and so on.
 */
const repeatReportMs = 60_000;

/** What goes on by itself once the service can be had; what needs the user ends the command with a sentence of its own. */
const awaited: readonly ProfileStatus['condition'][] = ['slowed', 'failed'];

/** A service as it is at one look, or a folder for results, whose `id` is its path. */
export interface ObservedService extends Pick<ProfileStatus, 'id' | 'condition' | 'message'> {
  /** Null for a folder, which the message names. */
  readonly name: string | null;
  /** It has jobs that are not at rest. */
  readonly isNeeded: boolean;
}

/**
 * Says that a service with open jobs gets into trouble, how that goes on, and that it is over; whichever process runs the queue.
 * Returns what ends it.
 */
export function reportOutages(session: Session, reporter: Pick<Reporter, 'line'>): () => void {
  const linesOf = createOutageTracker();
  const folders = new Map<string, ObservedService>();
  const check = () => {
    const services = observe(session);
    const isAny = services.some(({ condition }) => awaited.includes(condition));
    const open = new Set(isAny ? session.store.views.openByService().map(({ profileId }) => profileId) : []);
    const observed: ObservedService[] = services.map((service) => ({ ...service, isNeeded: open.has(service.id) }));
    // One that is not named any more takes results again.
    for (const [id, folder] of folders) folders.set(id, { ...folder, condition: 'ready', message: null });
    for (const folder of closedFolders(session)) folders.set(folder.id, folder);
    for (const line of linesOf([...observed, ...folders.values()], performance.now())) reporter.line(line);
  };
  const timer = setInterval(() => bestEffort(check), checkEvery);
  return () => clearInterval(timer);
}

/** Services as the process that runs the queue finds them. */
function observe({ app, store }: Session): Omit<ObservedService, 'isNeeded'>[] {
  const names = serviceNames(store);
  if (!app.otherHolder())
    return app.core.live
      .profiles()
      .map(({ id, condition, message }) => ({ id, condition, message, name: names.get(id) ?? id }));
  const conditionsById = new Map(
    store.conditions.list().flatMap((each) => (each.kind === 'service' ? [[each.subject, each]] : [])),
  );
  return [...names].map(([id, name]) => {
    const found = conditionsById.get(id);
    if (!found) return { id, name, condition: 'ready', message: null };
    // What needs a person is a reason to end, and told as that.
    const condition = found.blocks.length > 0 ? 'stopped' : (found.condition as ObservedService['condition']);
    return { id, name, condition, message: messageAt(found, Date.now()) };
  });
}

/** Folders that take no results, for whoever runs the queue. */
function closedFolders({ app }: Session): ObservedService[] {
  return app.core.live
    .outputs()
    .map(({ folder: id, message }) => ({ id, name: null, condition: 'slowed', message, isNeeded: true }));
}

/** What `work` returns; undefined where the database is busy just now: the next look may find it well. */
export function ignoreBusy<T>(work: () => T): T | undefined {
  return unless(/^SQLITE_(BUSY|LOCKED)/, work);
}

/** Does what only tells: whoever does the work meets a database that fails as well, and says so. */
export function bestEffort(work: () => void): void {
  unless(/^SQLITE_/, work);
}

function unless<T>(codes: RegExp, work: () => T): T | undefined {
  try {
    return work();
  } catch (fault) {
    if (codes.test(String((fault as { code?: unknown }).code))) return undefined;
    throw fault;
  }
}

/** Remembers what was told; each call has the lines to be told now. `now`: in ms, only ever growing. */
export function createOutageTracker(): (services: readonly ObservedService[], now: number) => MessageDescriptor[] {
  const reported = new Map<
    string,
    { readonly message: Message; readonly reportedAt: number; readonly repeatAfterMs: number }
  >();
  return (services, now) =>
    services.flatMap(({ id, name, condition, message, isNeeded }) => {
      if (isNeeded && message !== null && awaited.includes(condition)) {
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
