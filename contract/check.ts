/** What a check of a finished file against a marketplace's rules comes to. */
import type { MarketplaceRule, RuleKind } from './marketplaces.ts';
import type { Sentence } from './sentence.ts';

export interface Finding {
  readonly kind: RuleKind;
  readonly level: MarketplaceRule['level'];
  /** Of the rule: false where it is not known for certain. */
  readonly certain: boolean;
  readonly passes: boolean;
  /** What was measured, in words and numbers. */
  readonly says: Sentence;
}

/** Of one file of a result, as it was placed. */
export interface FileCheck {
  /** Number of the recipe's output, 0 for the first. */
  readonly output: number;
  /** Id of the preset. */
  readonly marketplace: string;
  /** What that was called. */
  readonly name: string;
  readonly findings: readonly Finding[];
}

/** Of a file that is not there yet: `passes` is null where only the finished file tells. */
export interface EarlyFinding extends Omit<Finding, 'passes'> {
  readonly passes: boolean | null;
}

/** What an unkept rule means for its file, as tables of checks have it. */
export type Weight = 'fails' | 'to look at' | 'could be better';

/** Only a rule that must be kept, for certain, fails a file. */
export function weightOf({ level, certain }: Pick<EarlyFinding, 'level' | 'certain'>): Weight {
  if (level === 'should') return 'could be better';
  return certain ? 'fails' : 'to look at';
}

const unkept = (findings: readonly EarlyFinding[], weight: Weight) =>
  findings.filter((finding) => finding.passes === false && weightOf(finding) === weight).length;

/** True where every rule that must be kept is, as far as that is known. */
export function passesAll(findings: readonly EarlyFinding[]): boolean {
  return unkept(findings, 'fails') === 0;
}

/** How many unkept rules are not certain, so that somebody should look at them. */
export const toLookAt = (findings: readonly EarlyFinding[]): number => unkept(findings, 'to look at');
