/** What a command says of a studio: read without loading anything of it. */
import type { StationRole } from '../../contract/studio/studio.ts';
import type { Store } from '../store/index.ts';

export interface StudioOptions {
  /** The address of its database; false: none, whatever was joined. */
  readonly studio?: string | false;
  /** `name=folder` each. */
  readonly share?: readonly string[];
  readonly passwordEnv?: string;
  readonly passwordFile?: string;
  /** A PEM file. */
  readonly ca?: string;
  readonly name?: string;
  /** Who sits there. */
  readonly person?: string;
  readonly role?: StationRole;
}

/** True where a command is about the studio's work. */
export function targetsStudio(
  { store }: { readonly store: Pick<Store, 'settings'> },
  { studio }: StudioOptions,
): boolean {
  return typeof studio === 'string' || (studio === undefined && store.settings.read().studio !== null);
}
