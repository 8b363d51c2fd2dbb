/** What a check of a finished file against a marketplace's rules comes to. */

import type { MessageDescriptor } from '../messages/message.ts';
import type { MarketplaceRule, RuleKind } from './marketplaces.ts';

export interface RuleFinding {
  readonly kind: RuleKind;
  readonly level: MarketplaceRule['level'];
  /** Of the rule: false where it is not known for certain. */
  readonly certain: boolean;
  readonly passes: boolean;
  /** What was measured, in words and numbers. */
  readonly says: MessageDescriptor;
}

/** Of one file of a result, as it was placed. */
export interface FileCheck {
  /** Number of the recipe's output, 0 for the first. */
  readonly output: number;
  /** Id of the preset. */
  readonly marketplace: string;
  /** What that was called. */
  readonly name: string;
  readonly findings: readonly RuleFinding[];
}

/** Of a file that is not there yet: `passes` is null where only the finished file tells. */
export interface PreflightFinding extends Omit<RuleFinding, 'passes'> {
  readonly passes: boolean | null;
}

/** What an unkept rule means for its file, as tables of checks have it. */
export type Severity = 'fails' | 'to look at' | 'could be better';

/** Only a rule that must be kept, for certain, fails a file. */
export function severityOf({ level, certain }: Pick<PreflightFinding, 'level' | 'certain'>): Severity {
  if (level === 'should') return 'could be better';
  return certain ? 'fails' : 'to look at';
}

const unkept = (findings: readonly PreflightFinding[], weight: Severity) =>
  findings.filter((finding) => finding.passes === false && severityOf(finding) === weight).length;

/** True where every rule that must be kept is, as far as that is known. */
export function passesAll(findings: readonly PreflightFinding[]): boolean {
  return unkept(findings, 'fails') === 0;
}

/** How many unkept rules are not certain, so that somebody should look at them. */
export const countUncertain = (findings: readonly PreflightFinding[]): number => unkept(findings, 'to look at');
