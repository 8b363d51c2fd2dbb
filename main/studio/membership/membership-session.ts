/**
 * The studio that this process takes part in: joined, left and replaced without a restart. Code that connects to one is loaded on
 * demand.
 */
import { randomUUID } from 'node:crypto';
import { type Message, msg, UserFacingError } from '../../../contract/messages/message.ts';
import type { StudioMembership } from '../../../contract/studio/studio.ts';
import type { JoinOutcome } from '../../../contract/studio/studio-status.ts';
import type { KeyStore } from '../../service/keys/key-store.ts';
import type { Store } from '../../store/index.ts';
import type { StationFence } from '../dispatch/station-fence.ts';
import type { StudioAccess } from '../station/station-types.ts';
import type { Studio, StudioDependencies } from '../studio.ts';

export interface SessionOptions extends StudioDependencies {
  readonly store: Store;
  readonly keys: KeyStore;
  /** The fence of a computer that has joined no studio. */
  readonly alone: StationFence;
}

const admissionRetryMs = 5000;

/** The studio that this computer has joined, or tries to reach. */
interface MembershipState {
  /** Null if the access is invalid, for example with an unreadable certificate. */
  readonly studio: Studio | null;
  /** Null for a studio that a command named. */
  readonly membership: StudioMembership | null;
  /** Whether the database has accepted this program. */
  isAdmitted: boolean;
  /** Why it has not. */
  refusal: Message | null;
}

export class MembershipSession {
  readonly #options: SessionOptions;
  #state: MembershipState | null = null;
  /** Whether this process or another one has the queue. */
  #role: 'none' | 'process' | 'offer' = 'none';
  #admissionTimer: NodeJS.Timeout | null = null;
  #isEnding = false;
  /** Aborted if the computer joins or leaves in another way. */
  #finishing: AbortController | null = null;
  /** Changes of the membership run one at a time. */
  #lastChange: Promise<unknown> = Promise.resolve();
  #unsubscribe: () => void = () => undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** The fence that decides now: without a studio, or if it refuses this computer, shared jobs wait. */
  get fence(): StationFence {
    const canWork = !this.#isEnding && this.refusal === null;
    return canWork ? this.uploadFence : this.#options.alone;
  }

  /** The fence of running uploads, which continue during a refusal. */
  get uploadFence(): StationFence {
    return this.studio?.station.fence ?? this.#options.alone;
  }

  get studio(): Studio | null {
    return this.#state?.studio ?? null;
  }

  /** @throws UserFacingError if no studio is joined */
  requireStudio(): Studio {
    const { studio } = this;
    if (studio === null) throw new UserFacingError(msg('studio.notJoined'));
    return studio;
  }

  get state(): Readonly<MembershipState> | null {
    return this.#state;
  }

  get refusal(): Message | null {
    return this.#state?.refusal ?? this.studio?.station.condition.refusal ?? null;
  }

  /** Whether this process has the queue, and so sends the heartbeats. */
  get hasQueue(): boolean {
    return this.#role === 'process';
  }

  get isLeaving(): boolean {
    return this.#finishing !== null;
  }

  /** Opens the studio of a command, which the caller has checked. */
  async openFor(access: StudioAccess): Promise<void> {
    this.#state = { studio: await this.#open(access), membership: null, isAdmitted: true, refusal: null };
  }

  /** Opens the joined studio as soon as it can be reached, and follows changes of the settings. */
  async openJoined(): Promise<void> {
    this.#unsubscribe = this.#options.store.changes.subscribe(({ lists, foreign }) => {
      if (foreign || lists.has('settings')) void this.#followSettings();
    });
    await this.#inTurn(() => this.#openFromSettings());
  }

  startAs(role: 'process' | 'offer'): void {
    this.#role = role;
    this.#start();
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
    await this.#inTurn(() => this.#end('leave'));
  }

  /**
   * @param password null: the stored one
   * @throws UserFacingError if it cannot join; then nothing has changed
   */
  join(wanted: StudioMembership, password: string | null, canCreate: boolean): Promise<JoinOutcome> {
    return this.#inTurn(() => this.#join(wanted, password, canCreate));
  }

  /**
   * @param first `finish`: leaves after its jobs; until then it claims nothing
   * @throws UserFacingError if unsent changes would be lost
   */
  leave(first: 'finish' | 'give-back'): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#state === null) return this.#leaveNow();
      const { studio, isAdmitted } = this.#state;
      const hasJobs = isAdmitted && this.#role === 'process';
      this.#finishing?.abort();
      if (first === 'finish' && studio !== null && hasJobs) return this.#leaveWhenIdle(studio);
      await studio?.station.flushAll().catch(() => undefined);
      if (this.#countUnsent() > 0) throw new UserFacingError(msg('studio.leave.unsent'));
      // Other stations recover jobs that cannot be released now.
      if (hasJobs) await studio?.station.handOver().catch((error) => this.#options.log.warn(String(error)));
      await this.#leaveNow();
    });
  }

  #countUnsent(): number {
    const { shared } = this.#options.store;
    return shared.offers.count() + shared.outbox(1).length;
  }

  #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const result = this.#lastChange.then(change);
    this.#lastChange = result.catch(() => undefined);
    return result;
  }

  async #open(access: StudioAccess): Promise<Studio> {
    return (await import('../studio.ts')).openStudio(access, this.#options);
  }

  #start(): void {
    const { studio, isAdmitted } = this.#state ?? {};
    if (studio == null || isAdmitted !== true) return;
    if (this.#role === 'process') studio.station.start();
    else if (this.#role === 'offer') studio.station.startOffering();
    studio.desk?.start();
    studio.previews.start();
    studio.library?.start();
    // Jobs that waited for a studio continue.
    const { actions, shared } = this.#options.store;
    actions.hurry(shared.open().map(({ jobId }) => jobId));
  }

  /** Asks the database until it accepts this program, then starts. */
  async #requestAdmission(state: MembershipState): Promise<void> {
    const { studio } = state;
    if (studio === null) return;
    const { log, onChange } = this.#options;
    const error = await studio.check().then(
      () => null,
      (reason: unknown) => reason ?? new Error('The check failed without a reason.'),
    );
    if (this.#state !== state) return;
    if (error === null) {
      state.isAdmitted = true;
      state.refusal = null;
      this.#start();
    } else {
      const message = userMessageOf(error);
      if (message === null) log.warn(error instanceof Error ? (error.stack ?? error.message) : String(error));
      state.refusal = studio.isAway ? null : (message ?? msg('studio.away'));
      this.#admissionTimer = setTimeout(() => void this.#requestAdmission(state), admissionRetryMs);
      this.#admissionTimer.unref();
    }
    onChange();
  }

  /** @param mode see `Station.stop` */
  async #end(mode: 'leave' | 'replace'): Promise<void> {
    const { store, setHeld, setShare, onChange } = this.#options;
    const state = this.#state;
    if (state === null) return;
    if (this.#admissionTimer !== null) clearTimeout(this.#admissionTimer);
    this.#finishing?.abort();
    this.#finishing = null;
    this.#isEnding = true;
    if (state.isAdmitted) await state.studio?.station.stop(mode);
    else await state.studio?.close();
    this.#state = null;
    this.#isEnding = false;
    setHeld(false);
    for (const { id } of store.profiles.list()) setShare(id, null);
    onChange();
  }

  #ensureStationId(): string {
    const { settings } = this.#options.store;
    const { stationId } = settings.read();
    if (stationId !== '') return stationId;
    const id = randomUUID();
    settings.save({ stationId: id });
    return id;
  }

  async #openFromSettings(): Promise<void> {
    const { store, keys, onChange } = this.#options;
    const { studio: membership } = store.settings.read();
    if (membership === null) return;
    const { joinedAccess } = await import('./studio-credentials.ts');
    let studio: Studio | null = null;
    let refusal: Message | null = null;
    try {
      studio = await this.#open(joinedAccess(membership, this.#ensureStationId(), keys));
    } catch (error) {
      refusal = userMessageOf(error);
      if (refusal === null) throw error;
    }
    const state: MembershipState = { studio, membership, isAdmitted: false, refusal };
    this.#state = state;
    onChange();
    void this.#requestAdmission(state);
  }

  /** Applies settings that this or another process has changed. */
  #followSettings(): Promise<void> {
    const { store, log } = this.#options;
    return this.#inTurn(async () => {
      const { studio } = store.settings.read();
      const current = this.#state?.membership ?? null;
      if (JSON.stringify(studio) === JSON.stringify(current)) return;
      if (this.#state !== null) await this.#end(studio?.address === current?.address ? 'replace' : 'leave');
      await this.#openFromSettings();
    }).catch((error) => log.warn(String(error)));
  }

  async #join(wanted: StudioMembership, password: string | null, canCreate: boolean): Promise<JoinOutcome> {
    const { store, keys, onChange } = this.#options;
    const { joinedAccess, studioOrigin, passwordKeyId } = await import('./studio-credentials.ts');
    const origin = studioOrigin(wanted.address);
    const before = store.settings.read().studio;
    const isOther = before !== null && studioOrigin(before.address) !== origin;
    if (isOther && store.shared.open().length + this.#countUnsent() > 0)
      throw new UserFacingError(msg('studio.join.leaveFirst'));
    const studio = await this.#open(joinedAccess(wanted, this.#ensureStationId(), keys, password));
    const isPrepared = await studio.prepare(wanted.shares, canCreate).catch(async (error: unknown) => {
      await studio.close();
      throw error;
    });
    if (!isPrepared) {
      await studio.close();
      return { kind: 'none' };
    }
    await this.#end(isOther ? 'leave' : 'replace');
    if (password !== null) keys.set(passwordKeyId, password, origin);
    store.settings.save({ studio: wanted });
    this.#state = { studio, membership: store.settings.read().studio, isAdmitted: true, refusal: null };
    this.#start();
    onChange();
    return { kind: 'joined' };
  }

  async #leaveWhenIdle({ station }: Studio): Promise<void> {
    const { store, onChange, log } = this.#options;
    const { waitUntilIdle } = await import('../dispatch/release-work.ts');
    this.#finishing = new AbortController();
    const { signal } = this.#finishing;
    station.rest(true);
    void waitUntilIdle(store, { signal, onProgress: onChange })
      .then(() => (signal.aborted ? undefined : this.#inTurn(() => this.#leaveNow())))
      .catch((error) => log.warn(String(error)));
  }

  /** Forgets the studio and the work of others; this computer's own results stay. */
  async #leaveNow(): Promise<void> {
    const { store, keys } = this.#options;
    store.settings.save({ studio: null });
    const { passwordKeyId } = await import('./studio-credentials.ts');
    keys.remove(passwordKeyId);
    await this.#end('leave');
    store.mirrored.clear();
    store.studioSync.forget();
    store.shared.forget();
    store.studioDocuments.clear();
  }
}

const userMessageOf = (error: unknown): Message | null => (error instanceof UserFacingError ? error.sentence : null);
