/** The services of this station, without those whose address was changed in the database. */
import type { ServedService, SharedService } from '../queue/queue-types.ts';

export class StationServices {
  readonly #list: () => readonly ServedService[];
  #changed: ReadonlySet<string> = new Set();
  #sent = '';

  constructor(list: () => readonly ServedService[]) {
    this.#list = list;
  }

  all(): readonly ServedService[] {
    return this.#list();
  }

  usable(): readonly ServedService[] {
    return this.#list().filter(({ service }) => !this.#changed.has(service.id));
  }

  profileOf(serviceId: string): string | null {
    return this.usable().find(({ service }) => service.id === serviceId)?.profileId ?? null;
  }

  nameOf(serviceId: string): string {
    return this.#list().find(({ service }) => service.id === serviceId)?.service.name ?? serviceId;
  }

  /** Sets the services with a changed address, and returns the new ones. */
  setChanged(ids: readonly string[]): string[] {
    const added = ids.filter((id) => !this.#changed.has(id));
    this.#changed = new Set(ids);
    return added;
  }

  /** Returns the services if they differ from those of the last heartbeat. */
  listUnsent(): SharedService[] {
    return this.#text() === this.#sent ? [] : this.usable().map(({ service }) => service);
  }

  markSent(): void {
    this.#sent = this.#text();
  }

  #text(): string {
    return JSON.stringify(this.usable().map(({ service }) => service));
  }
}
