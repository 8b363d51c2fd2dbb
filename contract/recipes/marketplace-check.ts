import type { MessageDescriptor } from '../messages/message.ts';
import type { MarketplaceRule, RuleKind } from './marketplaces.ts';

export interface RuleFinding {
  readonly kind: RuleKind;
  readonly level: MarketplaceRule['level'];
  readonly certain: boolean;
  readonly passes: boolean;
  /** Measured value. */
  readonly says: MessageDescriptor;
}

export interface FileCheck {
  /** Number of the output, from 0. */
  readonly output: number;
  readonly marketplace: string;
  /** Name at that time. */
  readonly name: string;
  readonly findings: readonly RuleFinding[];
}

/** Before the file exists; `passes` null: unknown until then. */
export interface PreflightFinding extends Omit<RuleFinding, 'passes'> {
  readonly passes: boolean | null;
}

/** As tables of checks show it. */
export type Severity = 'fails' | 'to look at' | 'could be better';

/** Only a mandatory and certain rule fails a file. */
export function severityOf({ level, certain }: Pick<PreflightFinding, 'level' | 'certain'>): Severity {
  if (level === 'should') return 'could be better';
  return certain ? 'fails' : 'to look at';
}

const countViolations = (findings: readonly PreflightFinding[], severity: Severity) =>
  findings.filter((finding) => finding.passes === false && severityOf(finding) === severity).length;

export function passesAll(findings: readonly PreflightFinding[]): boolean {
  return countViolations(findings, 'fails') === 0;
}

export const countUncertain = (findings: readonly PreflightFinding[]): number =>
  countViolations(findings, 'to look at');
