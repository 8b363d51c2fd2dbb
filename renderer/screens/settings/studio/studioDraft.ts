/** The draft of the form that joins a studio, and its issues. Pure. */
import { type StationRole, type StudioMembership, shareNameSchema } from '../../../../contract/studio/studio.ts';
import type { JoinArgs } from '../../../../contract/studio/studio-status.ts';

export interface ShareDraft {
  /** Identifies the line in the form. */
  readonly id: string;
  readonly name: string;
  /** Empty until a folder is chosen. */
  readonly folder: string;
}

export interface StudioDraft {
  readonly address: string;
  /** Empty = the stored password. */
  readonly password: string;
  /** Path; empty = no certificates. */
  readonly certificates: string;
  readonly name: string;
  readonly person: string;
  readonly role: StationRole;
  readonly shares: readonly ShareDraft[];
}

/** @param address the initial address of a new membership */
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
  /** Keys are ids of `ShareDraft`. */
  readonly shares: ReadonlyMap<string, ShareIssue>;
}

export function issuesOf({ address, name, shares }: StudioDraft): StudioIssues {
  const shareIssues = new Map<string, ShareIssue>();
  const names = new Set<string>();
  for (const share of shares) {
    const parsed = shareNameSchema.safeParse(share.name);
    const shareName = parsed.data?.toLowerCase() ?? '';
    if (!parsed.success) shareIssues.set(share.id, 'badName');
    else if (names.has(shareName)) shareIssues.set(share.id, 'twice');
    else if (share.folder === '') shareIssues.set(share.id, 'needFolder');
    names.add(shareName);
  }
  return { address: address.trim() === '', name: name.trim() === '', shares: shareIssues };
}

export const isRight = ({ address, name, shares }: StudioIssues): boolean => !address && !name && shares.size === 0;

/** @param toWire converts a path for the request */
export function argumentsOf(draft: StudioDraft, canCreate: boolean, toWire: (path: string) => string): JoinArgs {
  const { password, certificates, shares, ...rest } = draft;
  return {
    ...rest,
    ...(password === '' ? {} : { password }),
    certificates: certificates === '' ? '' : toWire(certificates),
    shares: shares.map(({ name, folder }) => ({ name, folder: toWire(folder) })),
    mayMake: canCreate,
  };
}
