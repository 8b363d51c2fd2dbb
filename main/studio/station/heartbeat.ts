/** Heartbeats: report this station, its capabilities and jobs, and apply the studio's response. */
import { isSameMessage, type Message, msg } from '../../../contract/messages/message.ts';
import type { SharedJob } from '../../store/index.ts';
import { latestVersion } from '../database/schema.ts';
import type { DisputedJobs } from '../dispatch/disputed-jobs.ts';
import { releaseUnstarted } from '../dispatch/release-work.ts';
import type { Lease } from '../dispatch/station-lease.ts';
import type { Heartbeat } from '../queue/queue-types.ts';
import type { StationCapabilities } from './capabilities.ts';
import type { CapacityShares } from './capacity-shares.ts';
import type { StationServices } from './station-services.ts';
import type { StationOptions } from './station-types.ts';

interface HeartbeatContext {
  readonly options: StationOptions;
  readonly lease: Lease;
  readonly services: StationServices;
  readonly capabilities: StationCapabilities;
  readonly capacity: CapacityShares;
  readonly disputed: DisputedJobs;
  /** Whether the station takes part in the work now. */
  readonly isWorking: () => boolean;
  readonly reportConditions: () => Promise<void>;
}

export class StationHeartbeat {
  readonly #context: HeartbeatContext;
  readonly #tooOld = Promise.withResolvers<void>();
  #refusal: Message | null = null;
  isDraining = false;
  isPaused = false;
  isTooOld = false;
  isHeard = false;
  isRegistered = false;
  /** Interval of heartbeats. */
  beatMs = 10_000;

  constructor(context: HeartbeatContext) {
    this.#context = context;
  }

  get tooOld(): Promise<void> {
    return this.#tooOld.promise;
  }

  get refusal(): Message | null {
    return this.#refusal;
  }

  setRefusal(refusal: Message | null): void {
    const hasChanged = !isSameMessage(this.#refusal, refusal);
    this.#refusal = refusal;
    if (hasChanged) this.#context.options.onChange();
  }

  /** Registers the station, so that it can offer before its first heartbeat. */
  async register(): Promise<void> {
    const { options } = this.#context;
    if (!this.isRegistered) await options.work.register(options);
    this.isRegistered = true;
  }

  /** Returns whether the studio has accepted the heartbeat. @throws StudioUnreachable */
  async send(): Promise<boolean> {
    const { options, lease, services, capabilities } = this.#context;
    const { id, name, program, person, isDesk, work, store } = options;
    const requestedAt = lease.now();
    const jobs = store.shared.open();
    const heartbeat = await work.sendHeartbeat(
      {
        id,
        name,
        program,
        capabilities: await capabilities.list(),
        works: this.#context.isWorking(),
        person,
        isDesk,
      },
      jobs.map(({ sharedId, fence }) => ({ id: sharedId, fence })),
      services.listUnsent(),
    );
    services.markSent();
    this.isRegistered = true;
    if (heartbeat.version > latestVersion()) {
      this.#stopAsTooOld();
      return false;
    }
    lease.renew(requestedAt, heartbeat.leaseMs);
    this.#applyStatus(heartbeat);
    await this.#applyToJobs(heartbeat, jobs);
    if (options.works && heartbeat.wasHeard) await work.recoverLostJobs();
    return true;
  }

  #stopAsTooOld(): void {
    this.isTooOld = true;
    this.#context.options.onNotice(msg('studio.newer'));
    this.setRefusal(msg('studio.newer'));
    this.#tooOld.resolve();
  }

  #applyStatus(heartbeat: Heartbeat): void {
    const { options, services, capabilities, capacity } = this.#context;
    const hasChanged =
      !this.isHeard || this.isDraining !== heartbeat.isDraining || this.isPaused !== heartbeat.isPaused;
    this.isDraining = heartbeat.isDraining;
    this.isPaused = heartbeat.isPaused;
    this.beatMs = heartbeat.beatMs;
    capacity.applyHeartbeat(heartbeat);
    this.setRefusal(null);
    if (hasChanged) options.onChange();
    this.isHeard = true;
    options.setHeld(heartbeat.isPaused);
    for (const share of capabilities.takeNewShares()) options.onShare(share, heartbeat.studio);
    for (const id of services.setChanged(heartbeat.changedServices))
      options.onNotice(msg('studio.service.changed', { service: services.nameOf(id) }));
    for (const { profileId, service } of services.usable())
      options.setShare(profileId, capacity.requestsOf(service.id));
  }

  async #applyToJobs(heartbeat: Heartbeat, jobs: readonly SharedJob[]): Promise<void> {
    const { disputed, reportConditions } = this.#context;
    for (const { id, fence } of heartbeat.lost) {
      const job = jobs.find((each) => each.sharedId === id && each.fence === fence);
      if (job !== undefined) await disputed.handle(job.jobId);
    }
    await disputed.removeDuplicates();
    await reportConditions();
    await this.#releaseUnstartable();
  }

  /** Releases jobs that this station may not start. Of a stopped service it keeps one. */
  async #releaseUnstartable(): Promise<void> {
    const { options, capacity } = this.#context;
    const refused = capacity.refusedProfiles();
    const stopped = capacity.stoppedProfiles();
    if (!this.isPaused && refused.size + stopped.size === 0) return;
    const keptProfiles = new Set<string>();
    await releaseUnstarted(options, ({ profileId }) => {
      if (this.isPaused || refused.has(profileId)) return true;
      if (!stopped.has(profileId)) return false;
      const isSurplus = keptProfiles.has(profileId);
      keptProfiles.add(profileId);
      return isSurplus;
    });
  }
}
