/** What this station can do now, in the words that jobs name (`StationFacts.able`). */

import { msg } from '../../../contract/messages/message.ts';
import { operationIds } from '../../../contract/operations/operation-spec.ts';
import { pathExists } from '../../files/real-path.ts';
import type { Shares } from '../shares/share-paths.ts';
import type { ServedService, StationOptions } from './station-types.ts';

interface AbilitiesTools extends Pick<StationOptions, 'onNotice'> {
  readonly shares: Pick<Shares, 'names' | 'toLocal'>;
  readonly usable: () => readonly ServedService[];
}

export function createCapabilities({ shares, usable, onNotice }: AbilitiesTools) {
  let seen: ReadonlyMap<string, boolean> | null = null;
  const fresh: string[] = [];

  /** Shares whose folders answer now. */
  async function sharesThere(): Promise<string[]> {
    const found = await Promise.all(
      shares.names.map((name) => shares.toLocal({ share: name, path: '' }).then(pathExists, () => false)),
    );
    const availableShares = shares.names.filter((_, index) => found[index]);
    for (const share of shares.names)
      if (!availableShares.includes(share) && seen?.get(share) !== false)
        onNotice(msg('studio.share.notThere', { share }));
    const before = seen;
    seen = new Map(shares.names.map((share) => [share, availableShares.includes(share)]));
    fresh.push(...availableShares.filter((share) => before?.get(share) !== true));
    return availableShares;
  }

  async function listCapabilities(): Promise<string[]> {
    return [
      ...usable().flatMap(({ service, isUsable }) => (isUsable ? `service:${service.id}` : [])),
      ...(await sharesThere()).map((name) => `share:${name}`),
      ...operationIds.map((operation) => `operation:${operation}`),
    ];
  }

  return {
    able: listCapabilities,
    /** Those that were found since this was asked last: at first, and each time they are back. */
    newShares: (): string[] => fresh.splice(0),
  };
}
