/** The current capabilities of this station (`StationFacts.capabilities`). */
import { type Message, msg } from '../../../contract/messages/message.ts';
import { operationIds } from '../../../contract/operations/operation-spec.ts';
import { pathExists } from '../../files/real-path.ts';
import type { Shares } from '../shares/shared-path.ts';
import type { StationServices } from './station-services.ts';

export class StationCapabilities {
  readonly #shares: Pick<Shares, 'names' | 'toLocal'>;
  readonly #services: StationServices;
  readonly #onNotice: (text: Message) => void;
  #availability: ReadonlyMap<string, boolean> | null = null;
  readonly #newShares: string[] = [];

  constructor(shares: Pick<Shares, 'names' | 'toLocal'>, services: StationServices, onNotice: (text: Message) => void) {
    this.#shares = shares;
    this.#services = services;
    this.#onNotice = onNotice;
  }

  async list(): Promise<string[]> {
    return [
      ...this.#services.usable().flatMap(({ service, isUsable }) => (isUsable ? `service:${service.id}` : [])),
      ...(await this.#listAvailableShares()).map((name) => `share:${name}`),
      ...operationIds.map((operation) => `operation:${operation}`),
    ];
  }

  /** Returns the shares that have become available since the last call. */
  takeNewShares(): string[] {
    return this.#newShares.splice(0);
  }

  async #listAvailableShares(): Promise<string[]> {
    const { names } = this.#shares;
    const found = await Promise.all(
      names.map((name) => this.#shares.toLocal({ share: name, path: '' }).then(pathExists, () => false)),
    );
    const before = this.#availability;
    const after = new Map(names.map((name, index) => [name, found[index] === true]));
    for (const [share, isAvailable] of after)
      if (!isAvailable && before?.get(share) !== false) this.#onNotice(msg('studio.share.notThere', { share }));
    this.#availability = after;
    const available = names.filter((name) => after.get(name));
    this.#newShares.push(...available.filter((name) => before?.get(name) !== true));
    return available;
  }
}
