/** Options that name a studio. Nothing of a studio is loaded for them. */
import { Option } from 'commander';
import type { StationRole } from '../../../contract/studio/studio.ts';
import type { Store } from '../../store/index.ts';
import type { OptionRule } from './option-rules.ts';

export interface StudioOptions {
  /** Address of its database; false = no studio, even if this computer has joined one. */
  readonly studio?: string | false;
  /** `name=folder` each. */
  readonly share?: readonly string[];
  readonly passwordEnv?: string;
  readonly passwordFile?: string;
  /** Path of a PEM file. */
  readonly ca?: string;
  /** Name of this station. */
  readonly name?: string;
  /** Name of the person at this computer. */
  readonly person?: string;
  readonly role?: StationRole;
  /** Maximum number of requests at a time from this station. */
  readonly lanes?: number;
}

const addressOptions = [
  new Option('--studio <address>', 'studio to use, instead of the one this computer has joined'),
  new Option('--no-studio', 'use only this computer, not the studio'),
];

export const databaseOptions = [
  new Option('--password-env <variable>', 'environment variable with the studio’s password'),
  new Option('--password-file <file>', 'file with the studio’s password in its first line'),
  new Option('--ca <file>', 'PEM file of the authority that signed the certificate of the studio’s database'),
];

/** For commands about the work of a studio. */
export const studioOptions = [...addressOptions, ...databaseOptions];

export const membershipOptions = [
  new Option('--share <name=folder>', 'location of a shared folder on this computer; can be repeated').argParser(
    (share: string, previous: readonly string[] = []) => [...previous, share],
  ),
  new Option('--name <name>', 'name of this station'),
];

/** For commands that process photographs as a station. */
export const stationOptions = [...studioOptions, ...membershipOptions];

export const studioRules: readonly OptionRule[] = [
  { options: ['--password-env', '--password-file', '--ca', '--share'], excludedBy: ['--no-studio'] },
  { options: ['--password-env'], excludedBy: ['--password-file'] },
];

export const stationRules: readonly OptionRule[] = [
  ...studioRules,
  { options: ['--name'], excludedBy: ['--no-studio'] },
];

/** Returns whether a command is about the work of a studio. */
export function targetsStudio(
  { store }: { readonly store: Pick<Store, 'settings'> },
  { studio }: StudioOptions,
): boolean {
  return typeof studio === 'string' || (studio === undefined && store.settings.read().studio !== null);
}
