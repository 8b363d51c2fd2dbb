/**
 * Checks a finished file against a marketplace's rules.
 *
 * Reading order: this file, `measure-file.ts` with `surroundings.ts`, `judge-rule.ts`; `check-outputs.ts` checks all
 * files of a recipe.
 */
import { passesAll, type RuleFinding } from '../../../contract/recipes/marketplace-check.ts';
import type { Marketplace } from '../../../contract/recipes/marketplaces.ts';
import { judgeRule } from './judge-rule.ts';
import { type Measured, measureFile } from './measure-file.ts';

export interface FileCheckResult {
  readonly path: string;
  readonly marketplace: string;
  /** Whether all mandatory rules are met. */
  readonly passes: boolean;
  /** One for each rule, in the preset's order. */
  readonly findings: readonly RuleFinding[];
  readonly measured: Measured;
}

/** @throws ImagingError BAD_SOURCE for a file that is no picture */
export async function checkFile(path: string, marketplace: Marketplace, signal: AbortSignal): Promise<FileCheckResult> {
  const measured = await measureFile(path, signal);
  const findings = marketplace.rules.map((rule) => judgeRule(rule, measured));
  return { path, marketplace: marketplace.id, passes: passesAll(findings), findings, measured };
}
