/** What is typed to join a studio, and what is still wrong with it. Pure. */
import { type StationRole, type StudioMembership, shareNameSchema } from '../../../../contract/studio/studio.ts';
import type { JoinArgs } from '../../../../contract/studio/studio-status.ts';

export interface ShareDraft {
  /** Of the line in the form. */
  readonly id: string;
  readonly name: string;
  /** Empty until one is chosen. */
  readonly folder: string;
}

export interface StudioDraft {
  readonly address: string;
  /** Empty: the one that is kept. */
  readonly password: string;
  /** Empty: none. */
  readonly certificates: string;
  readonly name: string;
  readonly person: string;
  readonly role: StationRole;
  readonly shares: readonly ShareDraft[];
}

/** @param address what a new one begins with */
export function draftOf(membership: StudioMembership | null, address = ''): StudioDraft {
  if (membership === null) {
    return { address, password: '', certificates: '', name: '', person: '', role: 'both', shares: [] };
  }
  const { passwordFile: _, shares, ...rest } = membership;
  return { ...rest, password: '', shares: shares.map((share) => ({ id: share.name, ...share })) };
}

/** Keys of `joining.form`. */
export type ShareIssue = 'badName' | 'twice' | 'needFolder';

export interface StudioIssues {
  readonly address: boolean;
  readonly name: boolean;
  /** By the id of the share's line. */
  readonly shares: ReadonlyMap<string, ShareIssue>;
}

export function issuesOf({ address, name, shares }: StudioDraft): StudioIssues {
  const found = new Map<string, ShareIssue>();
  const names = new Set<string>();
  for (const share of shares) {
    const read = shareNameSchema.safeParse(share.name);
    const called = read.data?.toLowerCase() ?? '';
    if (!read.success) found.set(share.id, 'badName');
    else if (names.has(called)) found.set(share.id, 'twice');
    else if (share.folder === '') found.set(share.id, 'needFolder');
    names.add(called);
  }
  return { address: address.trim() === '', name: name.trim() === '', shares: found };
}

export const isRight = ({ address, name, shares }: StudioIssues): boolean => !address && !name && shares.size === 0;

/** @param read what stands for a path on the wire */
export function argumentsOf(draft: StudioDraft, canCreate: boolean, read: (path: string) => string): JoinArgs {
  const { password, certificates, shares, ...rest } = draft;
  return {
    ...rest,
    ...(password === '' ? {} : { password }),
    certificates: certificates === '' ? '' : read(certificates),
    shares: shares.map(({ name, folder }) => ({ name, folder: read(folder) })),
    mayMake: canCreate,
  };
}
